//! The user interface kit: controls and layout that know nothing of the product. What shows models, runs or answers is
//! in [`crate::components`].

mod badge;
mod button;
mod chip;
mod copy_button;
mod dialog;
mod empty;
mod external_link;
mod field;
mod form;
mod form_actions;
mod icon;
mod keyed_rows;
mod methodology;
mod notice;
mod page_header;
mod progress;
mod row_actions;
mod save_file;
mod search_field;
mod segmented_control;
mod skeleton;
mod table;

pub use badge::{Badge, Tone};
pub use button::{Button, IconButton, Variant};
pub use chip::Chip;
pub use copy_button::CopyButton;
pub use dialog::{Dialog, DialogState};
pub use empty::Empty;
pub use external_link::ExternalLink;
pub use field::{Field, FieldError, SelectField, TextArea, TextField};
pub use form::Form;
pub use form_actions::FormActions;
pub use icon::{Icon, IconName};
pub use keyed_rows::{RowsVersion, keyed_rows};
pub use methodology::Methodology;
pub use notice::{Notices, NoticesView, use_notices};
pub use page_header::{PageHeader, focus_page_header};
pub use progress::Progress;
pub use row_actions::RowActions;
pub use save_file::save_file;
pub use search_field::SearchField;
pub use segmented_control::SegmentedControl;
pub use skeleton::Skeleton;
pub use table::Table;
