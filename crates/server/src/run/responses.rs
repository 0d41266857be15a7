//! The responses of providers, as received. They are kept compressed, beside their answers.

use std::io::{Read, Write};

use answerdeck_database::entity::answer_response;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use sea_orm::ActiveValue::Set;
use sea_orm::{ConnectionTrait, DbErr, EntityTrait};

/// The maximum size of a stored response, in bytes. Those of today's providers have a tenth of it.
const STORED_BYTES_MAX: usize = 2 * 1024 * 1024;
/// The maximum size of a response, in bytes. An engine reads 4 MiB of each response, and keeps up to six of them as one.
const BODY_BYTES_MAX: usize = 16 * 1024 * 1024;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderResponse(Vec<u8>);

impl ProviderResponse {
    /// Compresses a response. `None` when it is too large to be kept. Keeps its thread busy for a few milliseconds.
    pub fn compress(body: &[u8]) -> Option<Self> {
        if body.len() > BODY_BYTES_MAX {
            tracing::warn!(bytes = body.len(), "the response of a provider is too large to be kept");
            return None;
        }
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        // Writing to memory cannot fail.
        encoder.write_all(body).ok()?;
        let bytes = encoder.finish().ok()?;
        if bytes.len() > STORED_BYTES_MAX {
            tracing::warn!(bytes = bytes.len(), "the response of a provider is too large to be kept");
            return None;
        }
        Some(Self(bytes))
    }

    /// Decompresses the response. Keeps its thread busy for a few milliseconds.
    pub(crate) fn decompress(&self) -> Result<Vec<u8>, DbErr> {
        let unreadable = |reason: String| DbErr::Type(format!("the response of an answer: {reason}"));
        let mut body = Vec::new();
        let read = GzDecoder::new(self.0.as_slice()).take(BODY_BYTES_MAX as u64 + 1).read_to_end(&mut body);
        match read.map_err(|error| unreadable(error.to_string()))? <= BODY_BYTES_MAX {
            true => Ok(body),
            false => Err(unreadable("too large".to_owned())),
        }
    }

    pub(super) async fn store(&self, database: &impl ConnectionTrait, answer: &str) -> Result<(), DbErr> {
        let row = answer_response::ActiveModel { answer_id: Set(answer.to_owned()), body: Set(self.0.clone()) };
        answer_response::Entity::insert(row).exec_without_returning(database).await.map(|_| ())
    }
}

/// Reads the response of an answer. `None` when none is kept.
pub(crate) async fn load(database: &impl ConnectionTrait, answer: &str) -> Result<Option<ProviderResponse>, DbErr> {
    let row = answer_response::Entity::find_by_id(answer).one(database).await?;
    Ok(row.map(|row| ProviderResponse(row.body)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_response_that_compresses_badly_is_not_kept() {
        let mut state = 1_u64;
        let mut noise = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 56) as u8
        };
        let body: Vec<u8> = (0..STORED_BYTES_MAX + 1_000).map(|_| noise()).collect();
        assert_eq!(ProviderResponse::compress(&body), None);
        assert!(ProviderResponse::compress(&vec![b'{'; STORED_BYTES_MAX * 2]).is_some());
    }

    #[test]
    fn a_response_that_is_too_large_to_be_read_again_is_not_kept() {
        let body = vec![b'{'; BODY_BYTES_MAX + 1];
        assert_eq!(ProviderResponse::compress(&body), None);
        let largest = ProviderResponse::compress(&body[1..]).unwrap();
        assert_eq!(largest.decompress().unwrap().len(), BODY_BYTES_MAX);
    }

    #[test]
    fn a_stored_response_that_is_too_large_is_an_error() {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(&vec![b'{'; BODY_BYTES_MAX + 1]).unwrap();
        assert!(ProviderResponse(encoder.finish().unwrap()).decompress().is_err());
    }
}
