mod count;
mod get;
mod list;
mod markdown;
