mod create;
mod estimate;
mod list;
mod update;
