//! Text that nobody vouches for: what models wrote, and what the pages that they cite call themselves. It is read into
//! data here, without a browser, so that every trick can be tested; components make nodes of it, never HTML.

mod address;
mod bidi;
mod first_line;
mod markdown;
mod word_diff;

pub use address::{Target, target};
pub use bidi::visible;
pub use first_line::first_line;
pub use markdown::{Block, Budget, Document, Inline, to_text};
pub use word_diff::{WordDiff, diff};
