//! The keyword data resources, one module for each search engine.

mod google;
mod naver;

pub(super) use google::{metrics as google_metrics, related as google_related, suggestions as google_suggestions};
pub(super) use naver::{
    metrics as naver_metrics, related as naver_related, suggestions as naver_suggestions, trend as naver_trend,
};
