//! The user interface kit: controls and layout that do not know the product. Components that show models, runs or answers
//! are in [`crate::components`].

mod badge;
mod button;
mod checkbox;
mod chip;
mod chips_field;
mod copy_button;
mod dialog;
mod elements;
mod empty_state;
mod external_link;
mod field;
mod focus;
mod form;
mod icon;
mod keyed_rows;
mod menu;
mod methodology;
mod new_item;
mod notice;
mod page_header;
mod progress;
mod save_file;
mod search_field;
mod segmented_control;
mod size;
mod skeleton;
mod table;
mod unique_id;

pub use badge::{Badge, Tone};
pub use button::{Button, ButtonLink, IconButton, Variant};
pub use checkbox::{Checkbox, flag_field};
pub use chip::Chip;
pub use chips_field::{ChipsField, ChipsInput};
pub use copy_button::{CopyButton, copy_text};
pub use dialog::{Dialog, DialogState, LazyDialog};
pub use elements::{elements, texts_of};
pub use empty_state::{EmptyState, empty_state, empty_with_action, empty_with_link, list_or_none, none_found};
pub use external_link::ExternalLink;
pub use field::{
    Field, FieldError, OptionGroup, SelectField, TextField, character_count, choice_field, named_options,
    options_after, options_with,
};
pub use focus::{
    focus_added_row, focus_invalid_field, focus_later, focus_next_row, focus_row_after, focus_title_later, keep_focus,
    last_row_above_focus, show, show_later,
};
pub use form::{Form, FormActions};
pub use icon::{Icon, IconName};
pub use keyed_rows::keyed_items;
pub use menu::{ItemMenu, Menu, MenuItem, RowMenu, actions_head};
pub use methodology::{Methodology, caveat, provide_caveat, use_caveat};
pub use new_item::{new_button, new_link};
pub use notice::{NoticeAction, Notices, NoticesView, use_notices};
pub use page_header::{BLANK_LINE, HeaderActions, PageHeader};
pub use progress::Progress;
pub use save_file::{file_part, save_file, save_from, save_parts};
pub use search_field::SearchField;
pub use segmented_control::SegmentedControl;
pub use size::{observe_size, pixels, text_scale};
pub use skeleton::{loading, skeleton};
pub use table::{SortKey, Table, TableOrder};
pub use unique_id::unique_id;
