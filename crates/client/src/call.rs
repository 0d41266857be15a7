//! One call of an operation, before it becomes an HTTP request.

use answerdeck_api::Operation;
use serde::Serialize;

use crate::error::{Error, Result};

/// An operation with its encoded parameters and its encoded body, for [`Client::send`](crate::Client::send).
///
/// The methods of the resources make their own calls. A binding to another language does its own encoding and decoding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// The operation.
    pub operation: Operation,
    /// The path parameters, in the order of the path. Each is an id, or percent-encoded.
    pub path_parameters: Vec<String>,
    /// The query string without `?`. Empty when there is none.
    pub query: String,
    /// The JSON body. `None` for an operation without a body.
    pub body: Option<String>,
}

impl Call {
    pub(crate) fn new(operation: Operation) -> Self {
        Self { operation, path_parameters: Vec::new(), query: String::new(), body: None }
    }

    /// Adds an id as the next path parameter.
    pub(crate) fn id(mut self, id: &str) -> Self {
        self.path_parameters.push(id.to_owned());
        self
    }

    pub(crate) fn query(self, parameters: &impl Serialize) -> Result<Self> {
        Ok(Self { query: query_string(parameters)?, ..self })
    }

    pub(crate) fn body(mut self, body: &impl Serialize) -> Result<Self> {
        let json = serde_json::to_string(body).map_err(|_| Error::usage("the body cannot be written as JSON"))?;
        self.body = Some(json);
        Ok(self)
    }
}

/// Encodes a filter or a page request as a query string.
pub(crate) fn query_string(parameters: &impl Serialize) -> Result<String> {
    serde_html_form::to_string(parameters).map_err(|error| Error::usage(error.to_string()))
}
