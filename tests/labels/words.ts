export const words = {
  wordRanking: { en: "Most used words", ko: "많이 나온 단어" },
  neighbors: { en: "Words used together", ko: "함께 나온 단어" },
  removeWord: { en: (word: string) => `Remove “${word}”`, ko: (word: string) => `‘${word}’ 선택 해제` },
  nouns: { en: "Find the nouns in a text", ko: "텍스트에서 명사 찾기" },
  text: { en: "Text", ko: "텍스트" },
  findNouns: { en: "Find nouns", ko: "명사 찾기" },
  nounsFound: { en: (count: number) => `Found ${count} nouns.`, ko: (count: number) => `명사 ${count}개를 찾았어요.` },
  noWords: { en: "No words yet", ko: "아직 단어가 없어요" },
};
