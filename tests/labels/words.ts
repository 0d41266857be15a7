/** The accessible names of words. */
export const en = {
  wordRanking: "Most used words",
  neighbors: "Words used together",
  removeWord: (word: string) => `Remove “${word}”`,
  nouns: "Find the nouns in a text",
  text: "Text",
  findNouns: "Find nouns",
  nounsFound: (count: number) => `Found ${count} nouns.`,
  noWords: "No words yet",
};

export const ko: typeof en = {
  wordRanking: "많이 나온 단어",
  neighbors: "함께 나온 단어",
  removeWord: (word) => `‘${word}’ 선택 해제`,
  nouns: "텍스트에서 명사 찾기",
  text: "텍스트",
  findNouns: "명사 찾기",
  nounsFound: (count) => `명사 ${count}개를 찾았어요.`,
  noWords: "아직 단어가 없어요",
};
