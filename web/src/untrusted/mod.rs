//! Untrusted text: answers of models, and the titles and addresses of the sources that they cite. It is parsed into data
//! here, without a browser, so that attacks can be tested. Components render the data as DOM nodes, never as HTML.

mod address;
mod bidi;
mod entries;
mod first_line;
mod markdown;
mod text_diff;
mod word_diff;

pub use address::{LinkTarget, link_target};
pub use bidi::visible;
pub use entries::entries;
pub use first_line::{after_address, excerpt, plain, quotation};
pub use markdown::{Block, Budget, Document, Inline, to_bulleted_text, to_text};
pub use text_diff::{Change, DiffLine, diff_lines, diff_pieces, text_diff};
pub use word_diff::{WordDiff, word_diff};
