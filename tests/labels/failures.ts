export const failures = {
  retry: { en: "Try again", ko: "다시 시도" },
  failed: { en: "This could not be loaded", ko: "불러오지 못했어요" },
  internal: { en: "Something went wrong on the server. Try again in a moment.", ko: "서버에서 문제가 생겼어요. 잠시 뒤 다시 시도해 주세요." },
  tryInAnHour: { en: "Try again in 60 minutes.", ko: "60분 후에 다시 시도해 주세요." },
  noMetrics: { en: /^This platform does not offer brand metrics\./, ko: /^이 플랫폼은 브랜드 지표를 제공하지 않아요\./ },
  malformed: { en: "The address is not valid.", ko: "주소가 올바르지 않아요." },
  connection: {
    en: "The server could not be reached. Check your connection and try again.",
    ko: "서버에 연결하지 못했어요. 연결을 확인하고 다시 시도해 주세요.",
  },
  noBalance: { en: "The balance could not be loaded.", ko: "잔액을 확인하지 못했어요." },
  reloadBalance: { en: "Reload the balance", ko: "잔액 다시 불러오기" },
  failedWithStatus: {
    en: (status: number) => `The server sent an error (status ${status}).`,
    ko: (status: number) => `서버가 오류를 보냈어요(상태 코드 ${status}).`,
  },
  unreadable: { en: "The server’s response could not be read.", ko: "서버의 응답을 읽을 수 없어요." },
  unknownOutcome: { en: /^The server did not respond/, ko: /^서버의 응답을 제대로 받지 못해/ },
};
