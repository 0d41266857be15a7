use super::*;
use crate::untrusted::link_target;

const ALL: Budget = Budget { bytes: usize::MAX, nodes: usize::MAX };

fn parse(content: &str) -> Vec<Block> {
    Document::parse(content, ALL, &[]).blocks
}

fn text(text: &str) -> Inline {
    Inline::Text(text.to_owned())
}

fn paragraph(inlines: &[Inline]) -> Block {
    Block::Paragraph(inlines.to_vec())
}

// The inline content of a tree, each one before what it contains.
fn all_inlines(blocks: &[Block]) -> Vec<&Inline> {
    fn of_block(block: &Block) -> Vec<&Inline> {
        match block {
            Block::Paragraph(of) | Block::Line(of) | Block::Heading(_, of) => nested(of),
            Block::Code(of) | Block::Html(of) => nested(of),
            Block::Quote(of) => all_inlines(of),
            Block::List { items, .. } => items.iter().flat_map(|item| all_inlines(item)).collect(),
            Block::Table { head, rows } => rows.iter().chain([head]).flatten().flat_map(|cell| nested(cell)).collect(),
            Block::Rule => Vec::new(),
        }
    }
    fn nested(inlines: &[Inline]) -> Vec<&Inline> {
        let mut all = Vec::new();
        for inline in inlines {
            all.push(inline);
            match inline {
                Inline::Code(of) | Inline::Strong(of) | Inline::Emphasis(of) | Inline::Strikethrough(of) => {
                    all.extend(nested(of));
                }
                Inline::Link { text: of, .. } | Inline::Image { description: of, .. } => all.extend(nested(of)),
                Inline::Text(_) | Inline::Marked { .. } | Inline::Task(_) | Inline::Break => {}
            }
        }
        all
    }
    blocks.iter().flat_map(of_block).collect()
}

// All texts of a tree.
fn texts(blocks: &[Block]) -> String {
    let text = |inline: &Inline| match inline {
        Inline::Text(text) | Inline::Marked { text, .. } | Inline::Image { address: text, .. } => text.clone(),
        _ => String::new(),
    };
    all_inlines(blocks).into_iter().map(text).collect()
}

fn depth(blocks: &[Block]) -> usize {
    let below = |block: &Block| match block {
        Block::Quote(of) => depth(of),
        Block::List { items, .. } => items.iter().map(|item| depth(item)).max().unwrap_or(0),
        _ => 0,
    };
    1 + blocks.iter().map(below).max().unwrap_or(0)
}

#[test]
fn an_ordinary_answer_is_parsed() {
    let blocks =
        parse("## 추천\n\n**나노 2**가 *좋아요* `v2` [[1]](https://a.example/x).\n\n- 하나\n- 둘\n\n> 인용\n\n---\n");
    let link = Inline::Link { target: link_target("https://a.example/x"), text: vec![text("[1]")] };
    assert_eq!(
        blocks,
        [
            Block::Heading(2, vec![text("추천")]),
            paragraph(&[
                Inline::Strong(vec![text("나노 2")]),
                text("가 "),
                Inline::Emphasis(vec![text("좋아요")]),
                text(" "),
                Inline::Code(vec![text("v2")]),
                text(" "),
                link,
                text("."),
            ]),
            Block::List {
                start: None,
                items: vec![vec![Block::Line(vec![text("하나")])], vec![Block::Line(vec![text("둘")])]]
            },
            Block::Quote(vec![paragraph(&[text("인용")])]),
            Block::Rule,
        ]
    );
}

#[test]
fn a_table_is_parsed_into_rows() {
    let blocks = parse("| a | b |\n|---|---|\n| 1 | **2** |\n| 3 |\n");
    let cell = |inlines: &[Inline]| inlines.to_vec();
    assert_eq!(
        blocks,
        [Block::Table {
            head: vec![cell(&[text("a")]), cell(&[text("b")])],
            rows: vec![
                vec![cell(&[text("1")]), cell(&[Inline::Strong(vec![text("2")])])],
                vec![cell(&[text("3")]), cell(&[])],
            ],
        }]
    );
}

#[test]
fn raw_html_becomes_text() {
    assert_eq!(
        parse("<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>\n"),
        [
            Block::Html(vec![text("<script>alert(1)</script>\n")]),
            Block::Html(vec![text("<img src=x onerror=alert(1)>\n")]),
        ]
    );
    assert_eq!(parse("a <b onclick=x>b</b>"), [paragraph(&[text("a <b onclick=x>b</b>")])]);
}

#[test]
fn only_web_links_can_be_followed() {
    let content = "[a](javascript:alert(1)) [b](data:text/html,x) [c](JAVASCRIPT:x) <javascript:x> [d](//e.example) \
                   [e](https://good.example@evil.example) [f](https://ok.example) [g]\n\n[g]: vbscript:x\n";
    let blocks = parse(content);
    let followed = all_inlines(&blocks).into_iter().filter_map(|inline| match inline {
        Inline::Link { target: LinkTarget::Web { address, .. }, .. } => Some(address.as_str()),
        _ => None,
    });
    assert_eq!(followed.collect::<Vec<_>>(), ["https://ok.example"]);
}

#[test]
fn an_image_becomes_its_description_and_address() {
    assert_eq!(
        parse("![a *b* [c](https://d.example)](https://e.example/f.png)"),
        [paragraph(&[Inline::Image { description: vec![text("a b c")], address: "https://e.example/f.png".into() }])]
    );
}

#[test]
fn bidi_controls_become_visible_everywhere() {
    let content = "a\u{202E}b `c\u{202E}d` [e\u{202E}f](https://g.example) ![h\u{202E}](i\u{202E})\n\n```\n\u{202E}\n```\n\n<p\u{202E}>\n";
    let texts = texts(&parse(content));
    assert!(!texts.contains('\u{202E}'), "{texts:?}");
    assert_eq!(texts.matches("[U+202E]").count(), 7, "{texts:?}");
}

#[test]
fn nesting_is_limited_without_losing_text() {
    for content in [
        format!("{}deep", ">".repeat(50_000)),
        (0..400).map(|level| format!("{}- deep\n", " ".repeat(level * 2))).collect::<String>(),
        format!("{}deep{}", "*a ".repeat(5_000), "*".repeat(5_000)),
        format!("{}deep{}", "[".repeat(5_000), "](https://a.example)".repeat(5_000)),
    ] {
        let blocks = parse(&content);
        assert!(depth(&blocks) <= DEPTH_MAX, "{}", depth(&blocks));
        assert!(texts(&blocks).contains("deep"));
    }
}

#[test]
fn the_remaining_characters_are_counted() {
    let content = "가나다라\n\n".repeat(10_000);
    let document = Document::parse(&content, Budget { bytes: 1_400, nodes: 10_000 }, &[]);
    assert_eq!(document.blocks.len(), 100);
    assert_eq!(document.remaining, 60_000 - 600);
    let document = Document::parse(&content, Budget { bytes: usize::MAX, nodes: 20 }, &[]);
    assert_eq!(document.blocks.len(), 10);
    assert_eq!(document.remaining, 60_000 - 60);
    assert_eq!(Document::parse(&content, ALL, &[]).remaining, 0);
}

#[test]
fn a_megabyte_without_a_line_break_is_cut_between_characters() {
    let content = "가".repeat(350_000);
    let document = Document::parse(&content, Budget { bytes: 1_000, nodes: 10 }, &[]);
    assert_eq!(document.blocks, [paragraph(&[text(&"가".repeat(333))])]);
    assert_eq!(document.remaining, 350_000 - 333);
}

#[test]
fn a_table_with_padded_cells_stays_within_the_budget() {
    let content = format!("{}\n{}\n{}", "a|".repeat(3_000), "-|".repeat(3_000), "b|\n".repeat(3_000));
    let document = Document::parse(&content, Budget::INITIAL, &[]);
    let cells: usize = document
        .blocks
        .iter()
        .map(|block| match block {
            Block::Table { head, rows } => head.len() + rows.iter().map(Vec::len).sum::<usize>(),
            _ => 0,
        })
        .sum();
    assert!(cells <= Budget::INITIAL.nodes, "{cells}");
    assert!(document.remaining > 0);
}

#[test]
fn edge_cases_are_parsed_without_a_panic() {
    for content in
        ["", "\0", "[", "|", "```", "<", "&#x202E;", "\\", "- [x] a\n- [ ] b", "a  \nb", "[a]: <", "^", "||\n|-|"]
    {
        let document = Document::parse(content, Budget { bytes: 10, nodes: 10 }, &[]);
        assert!(document.remaining <= content.chars().count());
    }
}

#[test]
fn a_bidi_control_written_as_an_entity_becomes_visible() {
    assert_eq!(parse("a&#x202E;b"), [paragraph(&[text("a[U+202E]b")])]);
}

// The marked parts of a text in which `name` is marked wherever it is, and the text as it is shown.
fn marked(content: &str, name: &str) -> (Vec<(usize, String)>, String) {
    let marks: Vec<_> = content.match_indices(name).map(|(at, name)| at..at + name.len()).collect();
    let document = Document::parse(content, ALL, &marks);
    let parts = all_inlines(&document.blocks).into_iter().filter_map(|inline| match inline {
        Inline::Marked { mark, text } => Some((*mark, text.clone())),
        _ => None,
    });
    (parts.collect(), texts(&document.blocks))
}

#[test]
fn a_marked_name_is_marked_wherever_text_is_shown() {
    let contents = [
        "누리오는",
        "# 누리오",
        "**누리오**",
        "`누리오`",
        "`` `누리오` ``",
        "```\n누리오\n```",
        "    누리오",
        "> - 누리오",
        "[누리오](https://a.example)",
        "![누리오](a.png)",
        "|누리오|\n|-|\n|b|",
        "<p>누리오</p>\n",
        "a <b>누리오</b>",
        "\\*누리오\\*",
        "&lt;누리오&gt;",
    ];
    for content in contents {
        assert_eq!(marked(content, "누리오").0, [(0, "누리오".to_owned())], "{content}");
        assert_eq!(marked(content, "누리오").1, marked(content, "nothing").1, "{content}");
    }
}

#[test]
fn marks_have_their_numbers_and_leave_the_text_as_it_is() {
    let (parts, texts) = marked("ab ab\nabab", "ab");
    assert_eq!(parts, [(0, "ab".into()), (1, "ab".into()), (2, "ab".into()), (3, "ab".into())]);
    assert_eq!(texts, "ab ab\nabab");
}

#[test]
fn a_mark_over_two_lines_is_one_and_over_syntax_is_in_parts() {
    assert_eq!(marked("New\nBalance", "New\nBalance").0, [(0, "New\nBalance".into())]);
    assert_eq!(marked("New **Balance**", "New **Balance").0, [(0, "New ".into()), (0, "Balance".into())]);
    assert_eq!(marked("A&amp;B", "A&amp;B").0, [(0, "A&B".into())]);
}

#[test]
fn an_invisible_character_in_a_marked_name_becomes_visible() {
    assert_eq!(marked("a\u{202E}b", "a\u{202E}b").0, [(0, "a[U+202E]b".into())]);
}

#[test]
fn a_text_with_more_marks_than_the_budget_ends_between_two() {
    let content = "ab".repeat(100);
    let marks: Vec<_> = (0..100).map(|at| at * 2..at * 2 + 1).collect();
    let document = Document::parse(&content, Budget { bytes: usize::MAX, nodes: 11 }, &marks);
    let [Block::Paragraph(inlines)] = &document.blocks[..] else { panic!("one paragraph") };
    assert_eq!((inlines.len(), document.remaining), (10, 190));
}

#[test]
fn marks_that_do_not_fit_the_text_change_nothing() {
    for mark in [1..2, 0..1_000, 5..5, 900..1_000] {
        let document = Document::parse("가나", ALL, std::slice::from_ref(&mark));
        assert_eq!(texts(&document.blocks), "가나", "{mark:?}");
    }
}

#[test]
fn plain_text_has_no_markdown_syntax() {
    assert_eq!(
        to_text("# A\n\n**b** [c](https://d.example)\n\n1. e\n2. f\n\n| g | h |\n|---|---|\n| i | j |\n\n<b>k</b>\n"),
        "A\n\nb c\n\n1. e\n2. f\ng\th\ni\tj\n<b>k</b>"
    );
    // What only looks like an item stays as it is.
    let list = "- a\n\n```\n- b\n```";
    assert_eq!([to_text(list), to_bulleted_text(list)], ["- a\n- b", "• a\n- b"]);
}
