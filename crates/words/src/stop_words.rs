//! Words that carry no topic, English and Korean.

use crate::word_list::WordList;

/// English words without a topic.
static ENGLISH: WordList = WordList::new(
    "
    about all an and any are as at be been best but by can could did do does for from get give good had has have help
    how if in into is it its last many me more most much my need new no not of often on or should so some tell than
    that the their them there these they this to too under up us use very vs was we were what when where which who why
    will with worth would you your",
);

/// English words that are not nouns, in addition to [`ENGLISH`] and the words that open a noun phrase.
pub(crate) static ENGLISH_FUNCTION_WORDS: WordList = WordList::new(
    "
    after again also although always another because become becomes before being better both come comes during either
    else even ever few fewer go goes he here him however instead just keep keeps less let like made make makes may
    might must never nor now off once only other others our out over own quite rather same say says see several she
    since still such take takes then though through too until upon whether while whose within works yet",
);

/// English nouns that mean nothing on their own.
pub(crate) static ENGLISH_LIGHT_NOUNS: WordList = WordList::new(
    "
    bit couple day days decade decades dozen e.g etc evening example half hour hours hundred hundreds i.e instance
    kind kinds look lot lots minute minutes month months morning night number numbers one ones pair part parts percent
    second seconds short sort sorts source sources thing things thousand thousands time times today tomorrow tonight
    top way ways week weekend weeks year years yesterday",
);

/// Units after a number.
static UNITS: WordList = WordList::new(
    "
    bpm cents cm db dollars euro euros feet fps ft g gb ghz gram grams hz in inch inches kg khz kilograms kilometers
    km km/h krw kwh lb lbs liter liters m mah mb mbps meter meters mg mhz miles milliliters millimeters ml mm mp nits
    ounce ounces oz pa pixels pounds rpm tb usd volts w watt watts wh won yen",
);

/// Months and days of the week, with their plurals and abbreviations.
pub(crate) static CALENDAR_WORDS: WordList = WordList::new(
    "
    apr april aug august dec december feb february fri friday fridays jan january jul july jun june mar march may mon
    monday mondays nov november oct october sat saturday saturdays sep sept september sun sunday sundays thu thursday
    thursdays tue tuesday tuesdays wed wednesday wednesdays",
);

/// Korean words that are not nouns, and nouns without a topic.
pub(crate) static KOREAN_STOP_WORDS: WordList = WordList::new(
    "
    가장 같은 거의 경우 계속 그냥 그래서 그러나 그런 그리고 너무 다른 다만 다시 대한 대해 더욱 따라 때문 또는 또한
    많은 많이 매우 먼저 모두 모든 바로 별로 비해 아주 아직 어느 어떤 어떻게 없는 여러 역시 위한 위해 이런 이렇게 이미
    있는 자주 저런 정도 정말 제일 조금 중에 중에서 통해 특히 하지만 함께 항상 훨씬",
);

/// Korean words that phrase a request, such as "recommend", and do not name its topic.
static KOREAN_REQUEST_WORDS: WordList = WordList::new(
    "
    추천해 추천 추천해줘 알려 알려줘 줘 주세요 뭐가 뭐야 뭐 제일 가장 좋아 좋은 좋을까 있어 있을 때 어떤 게 어떻게 해
    해도 돼 얼마야 중에 중 살까 사면 꼭 사야 더 싸 맞는 괜찮아 비교해 비교 확인해 몇 거 것 하나요 되나요 이하로 이하
    사람 사람한테 방법",
);

/// Whether a lower-case English word carries no topic.
pub fn is_stop_word(word: &str) -> bool {
    ENGLISH.contains(word)
}

/// Whether a lower-case English word is a unit after a number.
pub(crate) fn is_unit(word: &str) -> bool {
    UNITS.contains(word) || ENGLISH_LIGHT_NOUNS.contains(word)
}

/// Whether a Korean word phrases a request and does not name its topic: `추천해줘`.
pub fn is_korean_request_word(word: &str) -> bool {
    KOREAN_REQUEST_WORDS.contains(word)
}
