/** The accessible names of digests and their settings. */
export const digests = {
  noDigests: { en: "No digests yet", ko: "아직 주간 요약이 없어요" },
  firstDigest: { en: /^The first one will be made on \w+ \d+, \d{4}/, ko: /^첫 요약은 \d{4}\. \d+\. \d+\..*에 나와요\.$/ },
  digestsAreOff: { en: "Digests are off", ko: "주간 요약이 꺼져 있어요" },
  digestSettings: { en: "Digest settings", ko: "주간 요약 설정" },
  digestSettingsSaved: { en: "Digest settings saved.", ko: "주간 요약 설정을 저장했어요." },
  standInsOfDigest: {
    en: /This server gave these answers in place of the real services\./,
    ko: /실제 서비스가 아니라 이 서버가 대신 답한 내용이에요\./,
  },
  nothingMoved: { en: /^No significant change: /, ko: /^유의한 변화 없음: / },
  weekWithoutAnswers: { en: "The week has no answers", ko: "한 주 동안 답변이 없었어요" },
  weeklyDigest: { en: "Weekly digest", ko: "주간 요약" },
  makeDigests: { en: "Make a digest every week", ko: "매주 요약 만들기" },
  digestLanguage: { en: "E-mail language", ko: "이메일 언어" },
  recipients: { en: /^Recipients/, ko: /^받는 사람/ },
  invalidRecipient: { en: "Check the marked e-mail addresses.", ko: "표시된 이메일 주소를 확인해 주세요." },
  noEmail: {
    en: "The operator of this platform has not configured e-mail. Digests appear in the console only.",
    ko: "이 플랫폼의 운영자가 이메일을 설정하지 않았어요. 요약은 콘솔에만 나타나요.",
  },
  everyFriday: { en: "Every Friday at 5:30 PM (Korean Standard Time)", ko: "매주 금요일 오후 5:30 (한국 표준시)" },
};
