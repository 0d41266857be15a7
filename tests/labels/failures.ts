/** The accessible names of failures. */
export const en = {
  retry: "Try again",
  failed: "This could not be loaded",
  malformed: "The address is not valid.",
  connection: "The server could not be reached. Check your connection and try again.",
  failedWithStatus: (status: number) => `The server sent an error (status ${status}).`,
  unreadable: "The server's response could not be read.",
  unknownOutcome: /^The server did not respond/,
};

export const ko: typeof en = {
  retry: "다시 시도",
  failed: "불러오지 못했어요",
  malformed: "주소가 올바르지 않아요.",
  connection: "서버에 연결하지 못했어요. 연결을 확인하고 다시 시도해 주세요.",
  failedWithStatus: (status: number) => `서버가 오류를 보냈어요(상태 코드 ${status}).`,
  unreadable: "서버의 응답을 읽을 수 없어요.",
  unknownOutcome: /^서버의 응답을 제대로 받지 못해/,
};
