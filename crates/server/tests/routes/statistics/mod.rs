mod fanouts;
mod recount;
mod source_domains;
mod source_urls;
