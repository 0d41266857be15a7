mod estimate;
mod get;
mod list;
mod patch;
mod post;
