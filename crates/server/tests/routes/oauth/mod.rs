mod authorize;
mod client_documents;
mod consent;
mod refresh;
mod register;
mod revoke;
mod token;
