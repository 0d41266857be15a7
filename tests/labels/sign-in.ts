/** The accessible names of the sign-in page and the consent page. */
export const en = {
  signIn: "Sign in",
  onThisDevice: "On this device, up to 30 days",
  onThisPage: "On this page only",
  withKey: "Sign in with the API key",
  otherServer: "Use another server",
  serverAddress: /^Server address/,
  serverMalformed: /^Enter an address that starts with https:\/\//,
  serverAway: "The server could not be reached.",
  refusesConsole: /does not allow requests from this console/,
  notPlatform: "There is no Answerdeck server at this address.",
  apiKey: "API key",
  keyRefused: "This key does not work.",
  allow: "Allow",
  deny: "Deny",
};

export const ko: typeof en = {
  signIn: "로그인",
  onThisDevice: "이 기기에서 최대 30일",
  onThisPage: "이 페이지에서만",
  withKey: "API 키로 로그인",
  otherServer: "다른 서버 사용",
  serverAddress: /^서버 주소/,
  serverMalformed: /^https:\/\/로 시작하는 주소를/,
  serverAway: "서버에 연결하지 못했어요.",
  refusesConsole: /이 콘솔의 요청을 허용하지 않아요/,
  notPlatform: "이 주소에는 로그인할 수 있는 플랫폼이 없어요.",
  apiKey: "API 키",
  keyRefused: "이 키를 쓸 수 없어요.",
  allow: "허용",
  deny: "거부",
};
