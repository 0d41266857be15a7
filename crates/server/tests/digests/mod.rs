//! Digests: each week has exactly one, with the numbers of the metrics, and its mails arrive or say why not.

mod findings;
mod mails;
mod unsubscribe;
mod weeks;
