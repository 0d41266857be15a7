/** The accessible names of the sign-in page, and of the page of the server that asks for the key. */
export const signIn = {
  signIn: { en: "Sign in", ko: "로그인" },
  signedOut: { en: "You are signed out.", ko: "로그아웃했어요." },
  sessionEnded: { en: /^Your session has ended\./, ko: /^로그인이 만료됐어요\./ },
  withKey: { en: "Sign in with the API key", ko: "API 키로 로그인" },
  otherServer: { en: "Use another server", ko: "다른 서버 사용" },
  serverAddress: { en: /^Server address/, ko: /^서버 주소/ },
  serverMalformed: { en: /^Enter an address that starts with https:\/\//, ko: /^https:\/\/로 시작하는 주소를/ },
  serverAway: { en: "The server could not be reached.", ko: "서버에 연결하지 못했어요." },
  refusesConsole: { en: /does not allow requests from this console/, ko: /이 콘솔의 요청을 허용하지 않아요/ },
  notPlatform: { en: "There is no Answerdeck server at this address.", ko: "이 주소에는 로그인할 수 있는 플랫폼이 없어요." },
  apiKey: { en: "API key", ko: "API 키" },
  keyRefused: { en: "This key does not work.", ko: "이 키를 쓸 수 없어요." },
};
