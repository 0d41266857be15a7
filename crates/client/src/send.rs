//! One call: wait for a place, prove who calls, send, and decide what to do with the outcome.

use answerdeck_api::Operation;
use answerdeck_api::operation::Method;
use futures_core::future::LocalBoxFuture;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::retry::{Outcome, wait_before_retry};
use crate::retry_after::retry_after;
use crate::transport::{Request, Response};
use crate::{Client, Credential, Error, Result, json};

/// What is to be called, and with what.
pub(crate) struct Call {
    operation: Operation,
    /// The path's parameters, in their order.
    parameters: Vec<String>,
    /// Without its question mark. Empty when there is none.
    query: String,
    /// JSON.
    body: Option<String>,
    /// Whether the platform changes nothing, so that a lost call may be sent again.
    read: bool,
}

impl Call {
    pub(crate) fn new(operation: Operation) -> Self {
        let read = operation.method == Method::Get;
        Self { operation, parameters: Vec::new(), query: String::new(), body: None, read }
    }

    /// Fills the operation's one parameter with an id.
    pub(crate) fn id(mut self, id: &str) -> Self {
        self.parameters.push(id.to_owned());
        self
    }

    /// A POST that only asks.
    pub(crate) fn reading(mut self) -> Self {
        self.read = true;
        self
    }

    pub(crate) fn query(mut self, query: String) -> Self {
        self.query = query;
        self
    }

    pub(crate) fn body(mut self, body: &impl Serialize) -> Result<Self> {
        let json = serde_json::to_string(body).map_err(|error| Error::usage(error.to_string()))?;
        self.body = Some(json);
        Ok(self)
    }
}

/// A filter or a page as a query string.
pub(crate) fn query_string(conditions: &impl Serialize) -> Result<String> {
    serde_html_form::to_string(conditions).map_err(|error| Error::usage(error.to_string()))
}

/// Reads the body of a response.
///
/// # Errors
/// `is_unreadable_response`, with the path of the field that is not as the document says.
pub(crate) fn read<T: DeserializeOwned>(response: &Response) -> Result<T> {
    json::read(&response.body).map_err(|sentence| Error::unreadable(sentence, response))
}

impl Client {
    pub(crate) async fn call<T: DeserializeOwned>(&self, call: Call) -> Result<T> {
        read(&self.send(call).await?)
    }

    /// Sends until there is a success or no sense in trying again.
    ///
    /// Boxed, so that the future of every operation is small code around this one.
    pub(crate) fn send(&self, call: Call) -> LocalBoxFuture<'static, Result<Response>> {
        let client = self.clone();
        Box::pin(async move { client.send_until_settled(call).await })
    }

    async fn send_until_settled(&self, call: Call) -> Result<Response> {
        let inner = &*self.inner;
        let read = call.read;
        let mut request = self.request(&call);
        let mut renewed = false;
        let mut attempt = 1;
        loop {
            let credential = self.prove(&mut request).await?;
            let place = inner.pacer.acquire().await;
            let result = inner.transport.send(request.clone()).await;
            place.answered(result.as_ref().ok());

            let (error, wait) = match result {
                Ok(response) if response.is_success() => return Ok(response),
                Ok(response) => {
                    let retry_after = retry_after(&response);
                    let error = Error::from_response(&response, !read, retry_after);
                    if response.status == 401 {
                        match (&inner.credential, &credential) {
                            // The platform refused before it did anything, so any request may go again.
                            (Some(Credential::Session(session)), Some(refused)) if !renewed => {
                                renewed = true;
                                self.watch_for_the_end(session.renew(refused).await)?;
                                continue;
                            }
                            (Some(_), _) => self.tell_signed_out(),
                            (None, _) => {}
                        }
                    }
                    let outcome = Outcome::Answered { status: response.status, code: error.code(), retry_after };
                    let wait = wait_before_retry(read, attempt, outcome, self.chance());
                    if response.status == 429 {
                        inner.pacer.close_for(wait.unwrap_or_default());
                    }
                    (error, wait)
                }
                Err(error) => {
                    let offline = !inner.transport.is_online();
                    let outcome = Outcome::NoAnswer { error: &error, offline };
                    let wait = wait_before_retry(read, attempt, outcome, self.chance());
                    (Error::from_transport(error, !read, offline), wait)
                }
            };
            match wait {
                None => return Err(error),
                // The pacer holds everybody back, this request among them.
                Some(_) if error.is_rate_limited() => {}
                Some(wait) => inner.transport.sleep(wait).await,
            }
            attempt += 1;
        }
    }

    fn request(&self, call: &Call) -> Request {
        let inner = &*self.inner;
        let parameters: Vec<&str> = call.parameters.iter().map(String::as_str).collect();
        let replaced = inner.paths.iter().rev().find(|(id, _)| *id == call.operation.id);
        let template = replaced.map_or(call.operation.path, |(_, path)| path.as_str());
        let mut url = format!("{}/api{}", inner.base_url.as_str(), Operation::fill(template, &parameters));
        if !call.query.is_empty() {
            url.push('?');
            url.push_str(&call.query);
        }
        let mut headers = Vec::with_capacity(3);
        if call.body.is_some() {
            headers.push(("content-type", "application/json".to_owned()));
        }
        Request {
            method: call.operation.method.as_str(),
            url,
            headers,
            body: call.body.clone(),
            timeout: inner.timeout,
        }
    }

    /// Sets the headers that may differ from one attempt to the next. Gives the access token, when it is one.
    async fn prove(&self, request: &mut Request) -> Result<Option<String>> {
        let inner = &*self.inner;
        request.headers.retain(|(name, _)| *name == "content-type");
        request.headers.push(("accept-language", inner.language.get().tag().to_owned()));
        match &inner.credential {
            None => Ok(None),
            Some(Credential::ApiKey(key)) => {
                request.headers.push(("api-key", key.as_str().to_owned()));
                Ok(None)
            }
            Some(Credential::Session(session)) => {
                let token = self.watch_for_the_end(session.access_token().await)?;
                request.headers.push(("authorization", format!("Bearer {token}")));
                Ok(Some(token))
            }
        }
    }

    fn watch_for_the_end<T>(&self, result: Result<T>) -> Result<T> {
        if result.as_ref().is_err_and(Error::is_signed_out) {
            self.tell_signed_out();
        }
        result
    }

    fn chance(&self) -> u8 {
        let mut byte = [0];
        // Without randomness the pause is only not spread.
        let _ = self.inner.transport.random(&mut byte);
        byte[0]
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use answerdeck_api::{ErrorCode, NaverKeywordsRequest, PromptSetUpdate, RunSubmit, operation};
    use serde_json::json;

    use crate::transport::TransportError;
    use crate::transport::fake::{FakeTransport, json as answer, json_with};
    use crate::{ApiKey, Client, Credential, Error, Language};

    fn client(fake: &FakeTransport) -> Client {
        let key = ApiKey::new(" adk_secret ").unwrap();
        let builder = Client::builder("https://platform.example/").credential(Credential::ApiKey(key));
        builder.transport(fake.shared()).build().unwrap()
    }

    fn submit(fake: &FakeTransport) -> Result<(), Error> {
        let client = client(fake);
        fake.run(async { client.runs().submit(&RunSubmit::default()).await }).map(drop)
    }

    fn list_models(fake: &FakeTransport) -> Result<(), Error> {
        let client = client(fake);
        fake.run(async { client.models().list().await }).map(drop)
    }

    fn lost() -> Result<crate::transport::Response, TransportError> {
        Err(TransportError::Lost("reset".to_owned()))
    }

    fn header(fake: &FakeTransport, request: usize, name: &str) -> Option<String> {
        let sent = fake.sent();
        sent[request].1.headers.iter().find(|(header, _)| *header == name).map(|(_, value)| value.clone())
    }

    #[test]
    fn a_key_and_a_language_go_with_every_request() {
        let models = || answer(200, json!({ "models": [] }));
        let fake = FakeTransport::replies([models(), models()]);
        let client = client(&fake);
        fake.run(async { client.models().list().await }).unwrap();
        client.set_language(Language::English);
        fake.run(async { client.models().list().await }).unwrap();
        assert_eq!(header(&fake, 0, "api-key").as_deref(), Some("adk_secret"));
        assert_eq!(header(&fake, 0, "accept-language").as_deref(), Some("ko"));
        assert_eq!(header(&fake, 1, "accept-language").as_deref(), Some("en"));
        assert_eq!(header(&fake, 1, "authorization"), None);
    }

    #[test]
    fn a_change_is_sent_as_json_to_the_path_of_its_operation() {
        let set =
            json!({ "id": "s".repeat(22), "name": "n", "description": null, "createdAt": "2026-11-20T00:00:00Z" });
        let fake = FakeTransport::replies([answer(200, set)]);
        let client = client(&fake);
        let update = PromptSetUpdate { name: None, description: Some(None) };
        let id = "s".repeat(22).parse().unwrap();
        fake.run(async { client.prompt_sets().update(&id, &update).await }).unwrap();
        let (_, request) = &fake.sent()[0];
        assert_eq!((request.method, request.body.as_deref()), ("PATCH", Some(r#"{"description":null}"#)));
        assert_eq!(request.url, format!("https://platform.example/api/v1/platform/prompt-sets/{id}"));
        assert_eq!(header(&fake, 0, "content-type").as_deref(), Some("application/json"));
    }

    #[test]
    fn a_submission_whose_answer_is_lost_is_never_sent_twice_and_says_so() {
        let outcomes = [
            (lost(), true),
            (Err(TransportError::TimedOut), true),
            (Err(TransportError::NotSent("refused".to_owned())), false),
            (answer(502, json!("a proxy's page")), true),
            (answer(504, json!({})), true),
            (answer(503, json!({ "code": "KEYWORD_METRICS_NOT_CONFIGURED", "message": "" })), false),
            (answer(500, json!({ "message": "broken", "requestID": "r" })), false),
            (answer(400, json!({ "code": "COMMON_VALIDATION", "message": "" })), false),
        ];
        for (reply, unknown) in outcomes {
            let fake = FakeTransport::replies([reply]);
            let error = submit(&fake).unwrap_err();
            assert_eq!(fake.sent().len(), 1, "{error}");
            assert_eq!(error.is_outcome_unknown(), unknown, "{error}");
            assert!(!(error.is_outcome_unknown() && error.is_retryable()), "{error}");
        }
    }

    #[test]
    fn a_submission_that_was_refused_by_the_rate_limit_is_sent_again() {
        let fake = FakeTransport::replies([
            json_with(429, &[("retry-after", "2")], json!({ "code": "PLATFORM_RATE_LIMIT_EXCEEDED", "message": "" })),
            answer(201, json!({ "id": "r".repeat(22) })),
        ]);
        submit(&fake).unwrap();
        assert_eq!(fake.sent()[1].0, Duration::from_secs(2));
    }

    #[test]
    fn a_read_whose_connection_is_lost_is_sent_again_a_few_times() {
        let fake = FakeTransport::replies([lost(), answer(503, json!({})), answer(200, json!({ "models": [] }))]);
        list_models(&fake).unwrap();

        let fake = FakeTransport::replies([lost(), lost(), lost(), lost()]);
        let error = list_models(&fake).unwrap_err();
        assert!(error.is_connection() && error.is_retryable() && !error.is_outcome_unknown());
        assert_eq!(fake.sent().len(), 4);
    }

    #[test]
    fn a_question_that_travels_as_a_post_is_a_read() {
        let fake = FakeTransport::replies([lost(), answer(200, json!({ "items": [] }))]);
        let client = client(&fake);
        let request = NaverKeywordsRequest { keywords: vec!["러닝화".to_owned()] };
        fake.run(async { client.keywords().naver_metrics(&request).await }).unwrap();
        assert_eq!(fake.sent().len(), 2);
    }

    #[test]
    fn offline_a_read_fails_at_once() {
        let fake = FakeTransport::replies([lost()]);
        fake.set_online(false);
        let error = list_models(&fake).unwrap_err();
        assert!(error.is_offline() && error.is_connection());
    }

    #[test]
    fn a_platform_that_goes_on_answering_429_is_given_up_with_its_own_words() {
        let fake = FakeTransport::new(|_, _| {
            let body = json!({ "code": "PLATFORM_RATE_LIMIT_EXCEEDED", "message": "요청이 너무 많아요." });
            json_with(429, &[("retry-after", "1"), ("x-request-id", "r-9")], body)
        });
        let error = list_models(&fake).unwrap_err();
        assert!(error.is_rate_limited() && error.is_retryable());
        assert_eq!(error.code(), Some(&ErrorCode::PlatformRateLimitExceeded));
        assert_eq!((error.message().as_str(), error.request_id()), ("요청이 너무 많아요.", Some("r-9")));
        assert_eq!(error.retry_after(), Some(Duration::from_secs(1)));
        assert_eq!(fake.sent().len(), 8);
    }

    #[test]
    fn an_error_carries_what_the_platform_said() {
        let body = json!({ "code": "COMMON_BINDING", "message": "m", "details": ["PLATFORM_INVALID_ID: promptID"] });
        let error = list_models(&FakeTransport::replies([answer(400, body)])).unwrap_err();
        assert_eq!((error.status(), error.details()), (Some(400), &["PLATFORM_INVALID_ID: promptID".to_owned()][..]));

        let body = json!({ "message": "internal", "requestID": "r-1" });
        let error = list_models(&FakeTransport::replies([answer(500, body)])).unwrap_err();
        assert_eq!((error.code(), error.request_id()), (None, Some("r-1")));
        assert_eq!(error.to_string(), "internal (request r-1)");

        let error = list_models(&FakeTransport::replies([answer(418, json!("tea"))])).unwrap_err();
        assert_eq!(error.to_string(), "the server answered with status 418");

        let body = json!({ "code": "A_CODE_OF_NEXT_YEAR", "message": "m" });
        let error = list_models(&FakeTransport::replies([answer(403, body)])).unwrap_err();
        assert_eq!(error.code(), Some(&ErrorCode::Unknown("A_CODE_OF_NEXT_YEAR".to_owned())));
    }

    #[test]
    fn a_wrong_type_in_a_response_names_the_field() {
        let body = json!({ "models": [{ "code": "CLAUDE", "name": "Claude" }, { "code": "GEMINI", "name": 7 }] });
        let error = list_models(&FakeTransport::replies([answer(200, body)])).unwrap_err();
        assert!(error.is_unreadable_response() && error.message().contains("`models[1].name`"), "{error}");
    }

    #[test]
    fn a_refused_key_tells_the_page() {
        let fake = FakeTransport::replies([answer(401, json!({ "code": "COMMON_UNAUTHORIZED", "message": "" }))]);
        let client = client(&fake);
        let told = std::rc::Rc::new(std::cell::Cell::new(false));
        client.on_signed_out({
            let told = told.clone();
            move || told.set(true)
        });
        assert!(fake.run(async { client.models().list().await }).unwrap_err().is_unauthorized());
        assert!(told.get());
    }

    #[test]
    fn the_path_of_an_assumed_operation_can_be_replaced() {
        let fake = FakeTransport::replies([answer(200, json!({ "regions": [] }))]);
        let builder = Client::builder("https://platform.example").transport(fake.shared());
        let client = builder.path(operation::LIST_REGIONS, "/v2/regions").build().unwrap();
        fake.run(async { client.regions().list().await }).unwrap();
        assert_eq!(fake.sent()[0].1.url, "https://platform.example/api/v2/regions");
    }

    #[test]
    fn a_path_that_cannot_be_is_refused() {
        for (operation, path) in [
            (operation::LIST_PROMPTS, "/v1/other"),
            (operation::LIST_REGIONS, "regions"),
            (operation::LIST_REGIONS, "/regions?x=1"),
            (operation::GET_PROMPT_SET, "/v1/platform/sets"),
            (operation::LIST_REGIONS, "/v1/{region}"),
        ] {
            let fake = FakeTransport::replies([]);
            let builder = Client::builder("https://platform.example").transport(fake.shared());
            assert!(builder.path(operation, path).build().unwrap_err().is_usage(), "{path}");
        }
    }

    #[test]
    fn a_key_that_no_header_can_carry_is_refused() {
        for key in ["", "  ", "adk_키", "adk_a b", "adk_\n1"] {
            assert!(ApiKey::new(key).unwrap_err().is_usage(), "{key:?}");
        }
    }

    #[test]
    fn a_call_that_is_dropped_is_aborted() {
        let fake = FakeTransport::new(|_, _| panic!("the request never arrives"));
        fake.set_latency(Duration::from_secs(5));
        let client = client(&fake);
        let call = Box::pin(async { client.models().list().await });
        let patience = Box::pin(crate::transport::Transport::sleep(&fake, Duration::from_secs(1)));
        fake.run(futures_util::future::select(call, patience));
        fake.run(crate::transport::Transport::sleep(&fake, Duration::from_secs(60)));
        assert_eq!((fake.sent().len(), fake.finished()), (1, 0));
    }
}
