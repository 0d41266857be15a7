/** The accessible names of sources, fan-outs and the answers behind them. */
export const sources = {
  domain: { en: "Domain", ko: "도메인" },
  citations: { en: "Citations", ko: "인용" },
  mostCited: { en: "Most cited", ko: "인용 순위" },
  gaps: { en: "Where you are missing", ko: "우리가 빠진 곳" },
  changes: { en: "New and lost", ko: "신규·이탈" },
  newDomains: {
    en: (n: number) => `${n} ${n === 1 ? "domain" : "domains"} newly cited`,
    ko: (n: number) => `새로 인용된 도메인 ${n}개`,
  },
  lostDomains: {
    en: (n: number) => `${n} ${n === 1 ? "domain" : "domains"} no longer cited`,
    ko: (n: number) => `더 이상 인용되지 않는 도메인 ${n}개`,
  },
  onlyRivals: { en: "Only competitors", ko: "경쟁 브랜드만" },
  removeOnlyRivals: { en: "Remove filter: Only competitors", ko: "경쟁 브랜드만 필터 지우기" },
  citedPages: { en: "Cited pages", ko: "인용된 페이지" },
  citationsByOwner: { en: "Citations by site owner", ko: "사이트 소유자별 인용" },
  citationTrend: { en: "Share of citations over time", ko: "인용 비율 추이" },
  stability: {
    en: /^The domains that two runs in a row cite overlap by \d+% \(cited by both ÷ cited by either, mean of \d+ pairs from \d+ prompts\)\.$/,
    ko: /^연속된 두 실행이 인용한 도메인은 평균 \d+% 겹쳐요\(둘 다 인용한 도메인 ÷ 한쪽이라도 인용한 도메인, \d+쌍, 프롬프트 \d+개\)\.$/,
  },
  noSources: { en: "No sources yet", ko: "아직 인용된 출처가 없어요" },
  answersAbout: {
    en: (n: number) => `${n.toLocaleString("en")} ${n === 1 ? "answer" : "answers"}`,
    ko: (n: number) => `답변 ${n.toLocaleString("ko")}개`,
  },
  searchRanking: { en: "Most frequent searches", ko: "검색어 순위" },
  withoutOwn: { en: "Without your brand", ko: "브랜드명 없음" },
  searchless: { en: "Prompts that trigger no search", ko: "검색 없이 답변받은 프롬프트" },
  noSearches: { en: "No searches yet", ko: "아직 검색 기록이 없어요" },
};
