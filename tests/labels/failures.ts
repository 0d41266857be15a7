/** The accessible names of failures. */
export const en = {
  retry: "Try again",
  failed: "This could not be loaded",
  internal: "Something went wrong on the server. Try again in a moment.",
  tryInAnHour: "Try again in 60 minutes.",
  noMetrics: /^This platform does not offer brand metrics\./,
  malformed: "The address is not valid.",
  connection: "The server could not be reached. Check your connection and try again.",
  noBalance: "The balance could not be loaded.",
  reloadBalance: "Reload the balance",
  failedWithStatus: (status: number) => `The server sent an error (status ${status}).`,
  unreadable: "The server's response could not be read.",
  unknownOutcome: /^The server did not respond/,
};

export const ko: typeof en = {
  retry: "다시 시도",
  failed: "불러오지 못했어요",
  internal: "서버에서 문제가 생겼어요. 잠시 뒤 다시 시도해 주세요.",
  tryInAnHour: "60분 후에 다시 시도해 주세요.",
  noMetrics: /^이 플랫폼은 브랜드 지표를 제공하지 않아요\./,
  malformed: "주소가 올바르지 않아요.",
  connection: "서버에 연결하지 못했어요. 연결을 확인하고 다시 시도해 주세요.",
  noBalance: "잔액을 확인하지 못했어요.",
  reloadBalance: "잔액 다시 불러오기",
  failedWithStatus: (status: number) => `서버가 오류를 보냈어요(상태 코드 ${status}).`,
  unreadable: "서버의 응답을 읽을 수 없어요.",
  unknownOutcome: /^서버의 응답을 제대로 받지 못해/,
};
