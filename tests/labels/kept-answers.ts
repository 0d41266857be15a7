/** The accessible names of the answers that the browser keeps. */
export const en = {
  keptAnswers: "Answers on this device",
  allRead: "All answers of finished runs are here.",
  keptOffline: "Paused while offline. Kept answers still work.",
  keptHere: "Encrypted on this device, until you sign out.",
  keptInTab: "In this tab only, until you close or reload it.",
  noStorage: "In this tab only, because the browser blocks storage.",
  deviceFull: "New answers in this tab only, because the device is full.",
  evicted: "The browser deleted the kept answers. They are being read again.",
  rebuilt: "The kept answers could not be used. They are being read again.",
  forget: "Delete kept answers",
  forgotten: "The kept answers were deleted.",
  readAgain: "Read again",
  analysisFailed: "This browser could not count the answers.",
};

export const ko: typeof en = {
  keptAnswers: "이 기기의 답변",
  allRead: "끝난 실행의 답변을 모두 받았어요.",
  keptOffline: "인터넷 연결이 끊겨서 멈췄어요. 받아 둔 답변은 계속 볼 수 있어요.",
  keptHere: "이 기기에 암호화해서 보관하고, 로그아웃하면 지워요.",
  keptInTab: "이 탭에만 보관하고, 탭을 닫거나 새로고침하면 지워요.",
  noStorage: "브라우저가 저장을 막아서 이 탭에만 보관해요.",
  deviceFull: "기기에 남은 공간이 없어서 새 답변은 이 탭에만 보관해요.",
  evicted: "브라우저가 받아 둔 답변을 지워서 다시 받고 있어요.",
  rebuilt: "받아 둔 답변을 쓸 수 없어서 다시 받고 있어요.",
  forget: "받아 둔 답변 지우기",
  forgotten: "받아 둔 답변을 지웠어요.",
  readAgain: "다시 받기",
  analysisFailed: "이 브라우저에서 답변을 집계하지 못했어요.",
};
