//! Reads the pages of a list.

use std::cell::RefCell;
use std::rc::Rc;

use answerdeck_client::transport::Response;
use answerdeck_client::{Client, ListPosition};
use js_sys::Promise;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::abort::abortable;
use crate::error::{JsResult, error_fields};

/// The pages of a list, one after the other. JavaScript reads a page, decodes it, and advances past it.
#[wasm_bindgen]
pub struct ListReader {
    client: Client,
    position: RefCell<ListPosition>,
    /// The response that was read last, without its body.
    last: Rc<RefCell<Response>>,
}

#[wasm_bindgen]
impl ListReader {
    /// Reads the next page, of at most `limit` items, as `Core.send` does. Resolves to `false` after the last page.
    pub fn read(&self, limit: u32, aborted: Option<Promise>) -> Promise {
        let (client, last) = (self.client.clone(), self.last.clone());
        let call = self.position.borrow().next_call(Some(limit));
        abortable(aborted, async move {
            let Some(call) = call.map_err(error_fields)? else { return Ok(JsValue::FALSE) };
            let response = client.send(call).await.map_err(error_fields)?;
            *last.borrow_mut() = response;
            Ok(JsValue::TRUE)
        })
    }

    /// Advances past the page that was read, to its `nextCursor`.
    pub fn advance(&self, next_cursor: Option<String>) -> JsResult<()> {
        self.position.borrow_mut().advance(next_cursor, &self.last.borrow()).map_err(error_fields)
    }
}

impl ListReader {
    pub(crate) fn new(client: Client, position: ListPosition) -> Self {
        Self { client, position: RefCell::new(position), last: Rc::default() }
    }
}
