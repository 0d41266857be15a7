mod get;
mod list;
mod post;
mod stop;
