/** The accessible names of the overview. */
export const en = {
  window: "Window",
  finding: (name: string, percent: string, named: number, answers: number) => `${name} ${percent} (${named} of ${answers}), `,
  whatMoved: "What changed",
  noEarlierRun: "No earlier run asked the same prompts of the same models.",
  movement: (name: string) => `${name} +6 points in ChatGPT (Local): 3 prompts gained, 1 lost`,
  showPrompts: "Show prompts",
  topSources: "Top sources",
  allSources: "All sources",
  addBrands: "Add your brands",
};

export const ko: typeof en = {
  window: "기간",
  finding: (name, percent, named, answers) => `${name} ${percent}(답변 ${answers}개 중 ${named}개), `,
  whatMoved: "달라진 점",
  noEarlierRun: "같은 프롬프트를 같은 모델에 질문한 이전 실행이 아직 없어요.",
  movement: (name: string) => `${name} · ChatGPT (로컬)에서 +6%p: 프롬프트 3개에서 늘고 1개에서 줄었어요`,
  showPrompts: "프롬프트 보기",
  topSources: "많이 인용된 출처",
  allSources: "모든 출처",
  addBrands: "브랜드를 추가해 보세요",
};
