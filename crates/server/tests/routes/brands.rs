mod own;
mod patch;
mod post;
