mod fanouts;
mod parts;
mod recount;
mod source_domains;
mod source_urls;
mod token_neighbors;
mod tokens;
