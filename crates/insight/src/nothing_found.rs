//! Where sentences end, and whether one says that nothing was found about what it names: `I could not find any information about Nurio.`
//!
//! The rule prefers to miss a statement over seeing one where there is none. It knows the patterns below, within one sentence. They are
//! about the name itself: `no information about Nurio's prices` is none of them. Questions and conditions are none either.

use std::ops::Range;
use std::sync::LazyLock;

use regex::{RegexSet, RegexSetBuilder};

use crate::mention::plain_text;

/// The maximum number of bytes that are read on each side of a name.
const SIDE_MAX: usize = 240;

/// Parts of patterns, by their names. A part can have those above it.
const PARTS: &[(&str, &str)] = &[
    // After a name: its other spelling in parentheses, or the end of these.
    ("{PAREN}", r"(?: ?\([^()]*\)|\))?"),
    ("{NO}", "(?:no|not|never|cannot|cant|couldnt|didnt|dont|doesnt|wasnt|isnt|arent|havent|hasnt|unable|failed)"),
    (
        "{FILL}",
        "(?: (?:be|been|able|to|find|found|locate|identify|retrieve|uncover|see|have|get|access|verify|come|across|up|with|return|\
         returned|turn|yield|show|contain|include|provide|there|is|are|was|were|any|a|single|publicly|public|available|specific|reliable|\
         relevant|verified|verifiable|credible|concrete|official|useful|substantial|clear|direct|trustworthy|meaningful|search|matching|\
         currently|actually))*",
    ),
    (
        "{INFO}",
        "(?:information|info|details?|data|results?|records?|mentions?|evidence|references?|sources?|anything)\
         (?: (?:available|online|here|publicly))*",
    ),
    ("{ABOUT}", "(?:about|on|for|regarding|concerning|of|related to|relating to|matching)"),
    (
        "{CALLED}",
        "(?:(?:a|an|the|any|this|that|such|specific|particular|brand|company|product|store|service|app|business|entity|organization|\
         startup|manufacturer|called|named|known|as|by|with|name|of|either) )*(?:[^ ,.;:]+ (?:or|and|nor) )?(?:[^ ,.;:()]+ ?\\()?",
    ),
    (
        "{END}",
        r"{PAREN}(?: (?:or|and|nor) [^ ,.;:]+)?(?:[.,;:!)]|$| (?:in|from|online|within|through|among|at|as|yet|so far|anywhere|beyond|which|available|was found|were found|is available|are available|could be found|has been found)(?-u:\b))",
    ),
    (
        "{IS_NOT}",
        "(?:(?:is|was|are|were|does|did|could|can|has) not|isnt|wasnt|arent|werent|doesnt|didnt|couldnt|cant|cannot|hasnt)",
    ),
    (
        "{정보}",
        "(?:정보|자료|검색 ?결과|결과|내용|데이터|기록|언급|문서|출처|(?:알려진|아는|확인된) (?:바|것))(?:를|을|은|는|이|가|도|조차)?",
    ),
    (
        "{어떤}",
        "(?:(?:구체적인|공식적인|공식|정확한|신뢰할 수 있는|신뢰할 만한|공개된|직접적인|별도의|유의미한|의미 있는|확인된|확인 가능한|검증된|알려진|\
         관련|관련된|어떠한|어떤|아무런) )*",
    ),
    (
        "{어디서}",
        "(?:(?:제공된|제가 가진|제가 찾은|찾은|주어진|이번|웹|공개된|학습|실시간) )*(?:검색 ?결과|검색된 (?:자료|문서|정보)|자료|정보|출처|\
         문서|데이터|데이터베이스|웹|인터넷|온라인)(?:에|에는|에서|에서는|에서도|상|상에서|상에는) ",
    ),
    ("{전혀}", "(?:{어디서})?(?:(?:전혀|아직|현재|현재로서는|따로|직접|검색해도|찾아봐도|제가) )*(?:{어디서})?"),
    (
        "{다}",
        "(?:습니다|았|었|아요|어요|어[ ,]|아서|어서|네요|음|으며|고|지만|으나|다(?:[.,!)]|$)|는 (?:것|상황|상태|듯|점|걸로))",
    ),
    (
        "{없다}",
        "(?:(?:(?:찾을|확인할|알|얻을|볼) 수(?:가|는|도)? )?없{다}|\
         (?:찾지|확인하지|발견하지|검색하지|얻지|알지|접하지) 못(?:했|합니다|해|함|하고 있)|\
         (?:확인되지|발견되지|검색되지|나오지|나타나지|조회되지|알려지지|포함되지|포함되어 있지|언급되지|언급되어 있지|존재하지|보이지|가지고 있지|갖고 있지) \
         (?:않{다}|못했))",
    ),
    (
        "{에 대한}",
        r"{PAREN}(?:(?:와|과|이나|나|,|·| 및| 또는| 혹은) ?[^ ,.]{1,20})?(?:에 대한|에 대해서?[는도]?|에 관한|에 관해서?는?| ?관련(?:된|한|해서는)?|(?:과|와) 관련된|이?라는 (?:이름의 )?(?:브랜드|회사|제품|서비스|앱|업체|기업)(?:에 대한|에 대해서?는?|에 관한|의| 관련)?)?",
    ),
];

/// What says that nothing was found about `X`. Texts have no capitals, apostrophes, quotes and emphasis.
const PATTERNS: &[&str] = &[
    // I could not find any information about X. There are no search results for X.
    r"(?-u:\b){NO}{FILL} {INFO} {ABOUT} {CALLED}X{END}",
    // I found nothing about X.
    r"(?-u:\b)(?:found|find|know|see|have|turned up|came up with|returned) nothing (?:at all )?(?:about|on|for|regarding) {CALLED}X{END}",
    // I am not familiar with X. I'm not aware of a brand called X.
    r"(?-u:\b)(?:i am|im|we are|were) not (?:currently |personally |really )?(?:familiar with|aware of) {CALLED}X{END}",
    // I do not recognize X. I have never heard of X.
    r"(?-u:\b)(?:i|we) (?:have not|havent|have never|do not|dont) (?:heard of|know|recogni[sz]e) {CALLED}X{END}",
    // X does not appear in the search results.
    r"X{PAREN} {IS_NOT} (?:be |been )?(?:appear|show up|come up|mentioned|found|listed|covered|referenced|included) (?:in|among) (?:[a-z]+ ){0,4}(?:results?|sources?|search|searches|information|data|database|documents?|context|knowledge|records)(?-u:\b)",
    // Information about X is not available.
    r"(?-u:\b){INFO} {ABOUT} {CALLED}X{PAREN} {IS_NOT}(?: be)?(?: (?:publicly|readily|currently))? (?:available|found|located|retrieved|verified|confirmed)(?-u:\b)",
    // As for X, I could not find any information.
    r"(?-u:\b)(?:for|regarding|concerning|about) {CALLED}X{PAREN}, (?:unfortunately,? )?(?:(?:i|we|there (?:is|are|was|were)|my searche?s? (?:found|returned)) )?(?:could |did |was |am |do |have )?{NO}{FILL} {INFO}(?:[.,;:!]|$| (?:in|from|at)(?-u:\b))",
    // X에 대한 정보를 찾을 수 없습니다. X 관련 자료가 없습니다.
    "X{에 대한} {어떤}{정보} {전혀}{없다}",
    // X의 정보가 없습니다.
    "X{PAREN}의 {어떤}(?:정보|자료)(?:를|을|은|는|이|가|도)? {전혀}{없다}",
    // X라는 브랜드는 확인되지 않습니다.
    "X{PAREN}이?라는 (?:이름의 )?(?:브랜드|회사|제품|서비스|앱|업체|기업)(?:를|을|은|는|이|가)? {전혀}{없다}",
    // X는 검색 결과에 없습니다.
    "X{PAREN}(?:은|는|이|가|도)? (?:현재 |아직 )?{어디서}(?:전혀 |직접 |따로 )?{없다}",
    // 검색 결과에서 X를 찾을 수 없습니다.
    "(?:검색 ?결과|자료|출처|데이터)(?:에|에는|에서|에서는|에서도) X{PAREN}(?:은|는|이|가|를|을|도)? (?:전혀 |직접 |따로 )?{없다}",
    // X에 대해서는 알지 못합니다. 저는 X를 모릅니다.
    "X{PAREN}에 대해서?는? (?:제가 |저는 |잘 )?(?:알지 못(?:합니다|해|했)|모릅니다|모르겠)",
    "(?:저는|제가) X{PAREN}(?:를|을) (?:잘 )?(?:알지 못(?:합니다|해|했)|모릅니다|모르겠)",
];

/// What every pattern has one of. Most sentences have none.
const MARKS: &[&str] = &["없", "못", "않", "모르", "모릅", "no", "nt ", "unable", "never", "failed"];

static STATEMENTS: LazyLock<Option<RegexSet>> = LazyLock::new(|| {
    let expanded = |pattern: &&str| {
        PARTS.iter().rev().fold((*pattern).to_owned(), |pattern, (name, part)| pattern.replace(name, part))
    };
    RegexSetBuilder::new(PATTERNS.iter().map(expanded)).build().ok()
});

/// Whether the sentence around a name says that nothing was found about it. `name` are the bytes of the name.
///
/// ```
/// let text = "I could not find any information about Nurio.";
/// assert!(answerdeck_insight::says_nothing_found(text, 39..44));
/// ```
pub fn says_nothing_found(text: &str, name: Range<usize>) -> bool {
    let (Some(before), Some(after)) = (text.get(..name.start), text.get(name.end..)) else { return false };
    let before = &before[before.ceil_char_boundary(before.len().saturating_sub(SIDE_MAX))..];
    let after = &after[..after.floor_char_boundary(SIDE_MAX)];
    let before = &before[sentence_ends(before).last().unwrap_or_default()..];
    let after = &after[..sentence_ends(after).next().unwrap_or(after.len())];
    let (before, after) = (simplified(before), simplified(after));
    let is_condition =
        ["if", "unless", "whether", "when"].iter().any(|word| before.split(' ').any(|part| part == *word));
    if is_condition || after.trim_end().ends_with('?') {
        return false;
    }
    let sentence = format!("{}X{}", before.trim_start(), after.trim_end());
    MARKS.iter().any(|mark| sentence.contains(mark))
        && STATEMENTS.as_ref().is_some_and(|statements| statements.is_match(&sentence))
}

/// The bytes after the ends of sentences: a line break, or a mark before a space. `answerdeck_words::sentences` has a rule of its own,
/// because the console, which uses this crate, has no room for its dictionaries, and because what is stored about answers depends on
/// this rule.
pub fn sentence_ends(text: &str) -> impl Iterator<Item = usize> {
    text.char_indices().filter_map(|(at, character)| {
        let after = at + character.len_utf8();
        let is_mark = matches!(character, '.' | '!' | '?' | '。');
        (character == '\n' || is_mark && text[after..].starts_with(char::is_whitespace)).then_some(after)
    })
}

/// A part of a sentence without capitals, apostrophes, quotes and emphasis.
fn simplified(text: &str) -> String {
    let is_letter = |letter: &char| {
        !matches!(letter, '\'' | '"' | '“' | '”' | '«' | '»' | '「' | '」' | '『' | '』' | '*' | '_' | '`' | '[' | ']')
    };
    plain_text(text).chars().filter(is_letter).collect()
}
