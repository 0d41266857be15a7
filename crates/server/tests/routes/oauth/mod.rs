mod authorize;
mod consent;
mod refresh;
mod register;
mod revoke;
mod token;
