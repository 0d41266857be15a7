mod get;
mod list;
mod markdown;
