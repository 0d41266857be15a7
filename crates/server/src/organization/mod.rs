//! An organization as a whole, for the operator: its account, the export of its data, and its deletion.

pub mod account;
pub mod deletion;
pub mod export;
