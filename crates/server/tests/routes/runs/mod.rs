mod get;
mod list;
mod post;
