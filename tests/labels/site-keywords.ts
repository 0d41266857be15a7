/** The accessible names of the keywords of sites. */
export const siteKeywords = {
  siteAddress: { en: "Address of the site", ko: "사이트 주소" },
  useDemoSite: { en: "Use the demo site", ko: "데모 사이트 주소 넣기" },
  pagesToRead: { en: "Pages to read", ko: "읽을 페이지 수" },
  startAnalysis: { en: "Start the analysis", ko: "분석 시작" },
  startedHere: { en: "Analyses started on this device", ko: "이 기기에서 시작한 분석" },
  noAnalyses: { en: "No analyses yet", ko: "아직 분석이 없어요" },
  pagesRead: { en: "Pages read", ko: "읽은 페이지" },
  completed: { en: "Completed", ko: "완료" },
  sentences: { en: "Sentences", ko: "문장 보기" },
  searchKeywords: { en: "Search keywords", ko: "키워드 검색" },
  analysisOfSiteFailed: { en: "The analysis failed", ko: "분석하지 못했어요" },
};
