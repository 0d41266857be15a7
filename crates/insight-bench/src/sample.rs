//! Invented brands and texts.

/// The brands whose names are in the texts.
pub(crate) const BRANDS: usize = 20;
/// The names of each brand.
const NAMES: usize = 10;

/// The sentences of an answer. `{}` is a name.
const SENTENCES: &[&str] = &[
    "## 추천 러닝화\n\n1. **{}** – 쿠션이 부드럽고 발볼이 넓은 분에게 좋습니다. ([공식 몰](https://shop.example.com/kr/신발))\n",
    "{}에서도 비슷한 제품을 살 수 있지만, 가격은 {}보다 조금 비싼 편입니다.\n",
    "In reviews, {}'s newest model is praised for its comfort, while others find it heavy after an hour of running.\n",
    "가성비를 따진다면 국내 브랜드도 좋은 선택이며, 구매 전에 사이즈를 확인하고 교환 조건을 살펴보는 것이 좋습니다.\n",
    "| 브랜드 | 무게 | 가격 |\n|---|---|---|\n| {} | 240 g | 139,000원 |\n| 기타 | 260 g | 99,000원 |\n\n",
    "Overall, the best choice depends on your weight, your pace and the surface that you run on most of the time.\n",
];

/// The names of a brand: Korean, Latin, with spaces, with digits.
pub(crate) fn names(brand: usize) -> Vec<String> {
    let syllable = |at: usize| char::from_u32(0xac00 + (brand * 523 + at * 2_081) as u32 % 11_172).unwrap();
    let korean: String = (0..3).map(syllable).collect();
    let latin: String = (0..6).map(|at| char::from(b'a' + ((brand * 7 + at * 11) % 26) as u8)).collect();
    let suffixes = ["", " 러닝", " 코리아", " 24", "전자"];
    let korean = suffixes.iter().map(|suffix| format!("{korean}{suffix}"));
    korean.chain(["", " Air", " Korea", " 24", "+"].iter().map(|suffix| format!("{latin}{suffix}"))).collect()
}

/// The text of an answer, of about 2 kB in UTF-8.
pub(crate) fn text(answer: usize, names: &[Vec<String>]) -> String {
    let mut text = String::new();
    for at in 0..12 {
        let number = answer * 31 + at * 17;
        let name = &names[number % BRANDS][number % NAMES];
        text.push_str(&SENTENCES[(answer + at) % SENTENCES.len()].replace("{}", name));
    }
    text
}
