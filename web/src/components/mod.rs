//! What pages are built of: one file each.

mod badge;
mod button;
mod choice;
mod confirm;
mod copy;
mod dialog;
mod endless;
mod field;
mod icon;
mod model;
mod moment;
mod notice;
mod page_head;
mod progress;
mod search_field;
mod sight;

pub use badge::{Badge, Tone};
pub use button::{Button, IconButton, Look};
pub use choice::Choice;
pub use confirm::Confirm;
pub use copy::Copy;
pub use dialog::Dialog;
pub use endless::endless;
pub use field::{Field, FormError, SelectField, TextArea, TextField};
pub use icon::{Icon, Sign};
pub use model::ModelBadge;
pub use moment::Moment;
pub use notice::{Notices, NoticesView, use_notices};
pub use page_head::{PageHead, focus_page_head};
pub use progress::Progress;
pub use search_field::SearchField;
pub use sight::{Empty, Skeleton, failed, malformed_address, sight};
