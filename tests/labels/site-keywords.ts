/** The accessible names of the keywords of sites. */
export const en = {
  siteAddress: "Address of the site",
  useDemoSite: "Use the demo site",
  pagesToRead: "Pages to read",
  startAnalysis: "Start the analysis",
  startedHere: "Analyses started on this device",
  noAnalyses: "No analyses yet",
  pagesRead: "Pages read",
  completed: "Completed",
  sentences: "Sentences",
  searchKeywords: "Search keywords",
  analysisOfSiteFailed: "The analysis failed",
};

export const ko: typeof en = {
  siteAddress: "사이트 주소",
  useDemoSite: "데모 사이트 주소 넣기",
  pagesToRead: "읽을 페이지 수",
  startAnalysis: "분석 시작",
  startedHere: "이 기기에서 시작한 분석",
  noAnalyses: "아직 분석이 없어요",
  pagesRead: "읽은 페이지",
  completed: "완료",
  sentences: "문장 보기",
  searchKeywords: "키워드 검색",
  analysisOfSiteFailed: "분석하지 못했어요",
};
