mod get;
mod list;
mod own;
mod patch;
mod post;
