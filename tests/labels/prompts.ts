/** The accessible names of prompt sets and prompts. */
export const prompts = {
  newSet: { en: "New set", ko: "새 세트" },
  noSets: { en: "No prompt sets yet", ko: "아직 세트가 없어요" },
  noAnswersOfSet: { en: "No answers", ko: "답변 없음" },
  newPrompt: { en: "New prompt", ko: "새 프롬프트" },
  addMany: { en: "Add many", ko: "여러 개 추가" },
  add: { en: (count: number) => `Add ${count} prompts`, ko: (count: number) => `${count}개 추가` },
  addNone: { en: "Add prompts", ko: "프롬프트 추가" },
  added: { en: (count: number) => `Added ${count} prompts.`, ko: (count: number) => `프롬프트 ${count}개를 추가했어요.` },
  paste: { en: "Paste", ko: "붙여 넣기" },
  content: { en: "Content", ko: "내용" },
  search: { en: "Search prompts", ko: "프롬프트 검색" },
  noPrompts: { en: "No prompts yet", ko: "아직 프롬프트가 없어요" },
  newestAnswers: { en: "Latest answers", ko: "최근 답변" },
  sort: { en: "Sort", ko: "정렬" },
  change: { en: "Change", ko: "변화" },
  compareAnswers: { en: "Compare two answers", ko: "두 답변 비교" },
  earlierAnswer: { en: "Earlier answer", ko: "이전 답변" },
  laterAnswer: { en: "Later answer", ko: "이후 답변" },
  sameText: { en: "Both answers have the same text.", ko: "두 답변의 본문이 같아요." },
  newSources: { en: (count: number) => `${count} new ${count === 1 ? "source" : "sources"}`, ko: (count: number) => `새 출처 ${count}개` },
  lostSources: { en: (count: number) => `${count} lost ${count === 1 ? "source" : "sources"}`, ko: (count: number) => `빠진 출처 ${count}개` },
  keptSources: {
    en: (count: number) => `Both answers cite ${count} ${count === 1 ? "source" : "sources"}.`,
    ko: (count: number) => `두 답변이 함께 인용한 출처는 ${count}개예요.`,
  },
  set: { en: "Set", ko: "세트" },
  editPrompt: { en: "Edit prompt", ko: "프롬프트 수정" },
  oldAnswers: { en: "The old text has 2 answers. Save this as", ko: "이전 내용으로 받은 답변이 2개 있어요. 어떻게 저장할까요?" },
  onlyCompetitors: { en: "Only competitors", ko: "경쟁 브랜드만" },
  chooseOwnBrand: {
    en: "Choose your brand to see how often answers mention it.",
    ko: "우리 브랜드를 지정하면 답변에 얼마나 언급되는지 볼 수 있어요.",
  },
  noRecentAnswers: { en: "No finished run has answers in this period.", ko: "이 기간에 끝난 실행의 답변이 없어요." },
  noneAnswered: { en: "No prompt has answers in this period", ko: "이 기간에 답변을 받은 프롬프트가 없어요" },
  onlyAnswered: { en: "Prompts without answers in this period are not in this order.", ko: "이 기간에 답변이 없는 프롬프트는 이 순서에서 빠져요." },
  promptsNaming: {
    en: (name: string, named: number, answers: number): string | RegExp =>
      named === 0
        ? `In the last 30 days, ${answers === 1 ? "the only answer does not" : `none of ${answers} answers`} mention ${name}.`
        : new RegExp(`^In the last 30 days, [\\d.]+% of answers mention ${name} \\(${named} of ${answers}\\)\\.$`),
    ko: (name: string, named: number, answers: number) =>
      named === 0
        ? `최근 30일: 답변 ${answers}개 중 ${name} 언급 0개.`
        : new RegExp(`^최근 30일: ${name} 언급률 [\\d.]+%\\(답변 ${answers}개 중 ${named}개\\)\\.$`),
  },
  promptsBehind: {
    en: (behind: number, all: number, name: string) => `For ${behind === 0 ? "no prompt" : `${behind} of ${all} prompts`}, more answers mention only competitors than ${name}.`,
    ko: (behind: number, all: number, name: string) =>
      behind === 0
        ? `${name} 언급 답변보다 경쟁 브랜드만 언급한 답변이 더 많은 프롬프트는 없어요.`
        : `프롬프트 ${all}개 중 ${behind}개는 ${name} 언급 답변보다 경쟁 브랜드만 언급한 답변이 더 많아요.`,
  },
  nOf: { en: (n: number, all: number) => `${n} of ${all}`, ko: (n: number, all: number) => `${all}개 중 ${n}개` },
};
