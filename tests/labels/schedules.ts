export const schedules = {
  newSchedule: { en: "New schedule", ko: "새 일정" },
  noSchedules: { en: "No schedules yet", ko: "아직 일정이 없어요" },
  weekday: { en: "Day of the week", ko: "요일" },
  scheduleTime: { en: "Time", ko: "시각" },
  timeZone: { en: "Time zone", ko: "시간대" },
  lastDay: { en: "Last day", ko: "종료일" },
  monthlyBudget: { en: "Monthly budget in credits", ko: "월 예산(크레딧)" },
  estimate: { en: "Estimated cost", ko: "예상 비용" },
  creditsAWeek: { en: (credits: number) => `About ${credits} credits a week`, ko: (credits: number) => `일주일에 약 ${credits}크레딧` },
  balanceLasts: {
    en: (weeks: number) => `For this schedule alone, the balance lasts ${weeks} weeks.`,
    ko: (weeks: number) => `이 일정만 실행하면 지금 잔액으로 ${weeks}주 동안 쓸 수 있어요.`,
  },
  budgetPays: {
    en: (runs: number) => `The budget pays for ${runs} runs a month.`,
    ko: (runs: number) => `예산으로 한 달에 ${runs}번까지 실행할 수 있어요.`,
  },
  everyMonday: { en: "Every Monday at 9:00 AM (Korean Standard Time)", ko: "매주 월요일 오전 9:00 (한국 표준시)" },
  paused: { en: "Paused", ko: "일시 정지" },
  pausedByOperator: { en: "Paused by the operator", ko: "운영자가 일시 정지함" },
  history: { en: "History", ko: "기록" },
  runWeekly: { en: "Run this weekly", ko: "매주 실행" },
};
