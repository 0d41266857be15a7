//! The text blocks of an answer as Markdown, with the references that they name.

use std::fmt::Write;

use answerdeck_provider_http::lenient::Items;

use super::response::{Comparison, ListItem, TextBlock};

/// An answer that is being put together from its blocks.
#[derive(Default)]
pub(super) struct Composition {
    pub(super) markdown: String,
    /// The indexes of the references that the blocks name, in the order of the answer.
    pub(super) cited: Vec<u64>,
    pub(super) skipped: u32,
}

impl Composition {
    pub(super) fn of(blocks: Items<TextBlock>) -> Self {
        let mut composition = Self::default();
        composition.add_blocks(blocks);
        composition
    }

    fn add_blocks(&mut self, blocks: Items<TextBlock>) {
        self.skip(blocks.skipped);
        for block in blocks.known {
            self.add_block(block);
        }
    }

    fn add_block(&mut self, block: TextBlock) {
        match block.kind.as_deref() {
            Some("heading") => self.add_paragraph("### ", block.snippet.0),
            Some("paragraph") => self.add_paragraph("", block.snippet.0),
            Some("list") => {
                self.add_list(block.list, 0);
                self.markdown.push('\n');
            }
            Some("table") => self.add_table(block.table),
            Some("comparison") => self.add_comparison(block.product_labels, block.comparison),
            Some("code_block") => self.add_paragraph("", block.code.0.map(|code| format!("```\n{code}\n```"))),
            Some("expandable") => {
                self.add_paragraph("### ", block.title.0);
                self.add_blocks(block.text_blocks);
            }
            // What is readable in it was shown too.
            _ => {
                self.skip(1);
                self.add_paragraph("### ", block.title.0);
                self.add_paragraph("", block.snippet.0);
                self.add_list(block.list, 0);
                self.add_blocks(block.text_blocks);
            }
        }
        self.add_cited(block.reference_indexes);
    }

    fn add_cited(&mut self, indexes: Items<u64>) {
        self.skip(indexes.skipped);
        self.cited.extend(indexes.known);
    }

    fn add_paragraph(&mut self, mark: &str, text: Option<String>) {
        if let Some(text) = text.filter(|text| !text.is_empty()) {
            self.markdown.extend([mark, &text, "\n\n"]);
        }
    }

    fn add_list(&mut self, list: Items<ListItem>, depth: usize) {
        self.skip(list.skipped);
        for item in list.known {
            let parts: Vec<String> = [item.title.0, item.snippet.0].into_iter().flatten().collect();
            // Writing to a String cannot fail.
            let _ = writeln!(self.markdown, "{:width$}- {}", "", parts.join(" "), width = 2 * depth);
            self.add_cited(item.reference_indexes);
            self.add_list(item.list, depth + 1);
            self.add_blocks(item.text_blocks);
        }
    }

    fn skip(&mut self, count: u32) {
        self.skipped = self.skipped.saturating_add(count);
    }

    fn add_comparison(&mut self, labels: Items<String>, rows: Items<Comparison>) {
        self.skip(labels.skipped);
        let header = [vec![String::new()], labels.known].concat();
        let row = |Comparison { feature, values }| [vec![feature], values].concat();
        let known = std::iter::once(header).chain(rows.known.into_iter().map(row)).collect();
        self.add_table(Items { known, skipped: rows.skipped });
    }

    /// The first row is the header.
    fn add_table(&mut self, rows: Items<Vec<String>>) {
        self.skip(rows.skipped);
        for (number, row) in rows.known.iter().enumerate() {
            let cells: Vec<String> = row.iter().map(|cell| cell.replace('|', "\\|").replace('\n', " ")).collect();
            let _ = writeln!(self.markdown, "| {} |", cells.join(" | "));
            if number == 0 {
                let _ = writeln!(self.markdown, "|{}", " --- |".repeat(cells.len()));
            }
        }
        self.markdown.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compose(blocks: &str) -> Composition {
        Composition::of(serde_json::from_str(blocks).unwrap())
    }

    #[test]
    fn each_kind_of_block_has_its_markdown() {
        let composition = compose(
            r#"[
                {"type": "heading", "snippet": "Cafes"},
                {"type": "paragraph", "snippet": "Two are quiet.", "reference_indexes": [2, 0]},
                {"type": "list", "list": [
                    {"title": "A:", "snippet": "on weekdays", "reference_indexes": [1], "list": [{"snippet": "until ten"}]},
                    {"snippet": "B"}
                ], "reference_indexes": [3]},
                {"type": "table", "table": [["Name", "Seats"], ["A|B", "4\n5"]]},
                {"type": "expandable", "title": "More", "text_blocks": [{"type": "paragraph", "snippet": "C"}]},
                {"type": "comparison", "product_labels": ["A", "B"], "comparison": [{"feature": "Seats", "values": ["4", "9"]}]},
                {"type": "code_block", "code": "a = 1"}
            ]"#,
        );
        let expected = "### Cafes\n\nTwo are quiet.\n\n- A: on weekdays\n  - until ten\n- B\n\n\
            | Name | Seats |\n| --- | --- |\n| A\\|B | 4 5 |\n\n### More\n\nC\n\n\
            |  | A | B |\n| --- | --- | --- |\n| Seats | 4 | 9 |\n\n```\na = 1\n```\n\n";
        assert_eq!(composition.markdown, expected);
        assert_eq!((composition.cited, composition.skipped), (vec![2, 0, 1, 3], 0));
    }

    #[test]
    fn blocks_of_unknown_kinds_and_types_are_counted_and_their_readable_parts_stay() {
        let composition = compose(
            r#"[
                {"type": "hologram", "snippet": "x", "light": 1, "reference_indexes": [7, "8", null]},
                {"type": "table", "table": [[1]]},
                {"type": "list", "list": [{"snippet": "A", "title": 4}, 5]},
                {"type": "expandable", "text_blocks": [{"kind": "paragraph"}, {"type": "paragraph", "snippet": "B"}]}
            ]"#,
        );
        assert_eq!(composition.markdown, "x\n\n\n- A\n\nB\n\n");
        assert_eq!((composition.cited, composition.skipped), (vec![7], 6));
    }
}
