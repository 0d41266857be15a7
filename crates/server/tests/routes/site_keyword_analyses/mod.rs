mod get;
mod post;
