//! The page that ends the e-mail to a recipient. A mail program posts to its address by itself, when a person clicks once. Programs
//! that look at the links of mails get a page that changes nothing.
//!
//! Source: RFC 8058.

use answerdeck_database::entity::{digest_recipient, unsubscribe_token};
use answerdeck_database::with_write_lock;
use axum::Router;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use axum::routing::get;
use maud::html;
use sea_orm::sea_query::Query;
use sea_orm::{ColumnTrait, DbErr, EntityTrait, QueryFilter};

use crate::http::html_page;
use crate::language::{self, Language, texts};
use crate::problem::ApiResult;
use crate::random::hash;
use crate::state::AppState;

texts! {
    title = "주간 요약 그만 받기", "Unsubscribe from the weekly digest";
    question = "이 주소로 주간 요약을 더는 보내지 않을까요?", "Send no more weekly digests to this address?";
    button = "그만 받기", "Unsubscribe";
    done = "이제 보내지 않아요", "You are unsubscribed";
    done_hint =
        "이 주소를 받는 사람에서 뺐어요. 다시 받으려면 조직의 설정에 주소를 추가해 주세요.",
        "This address gets no more digests. To get them again, add it in the settings of the organization.";
    unknown = "쓸 수 없는 링크예요", "This link does not work";
    unknown_hint =
        "이미 그만 받기로 했거나 오래된 링크예요. 메일이 계속 오면 가장 최근 메일의 링크를 눌러 주세요.",
        "It was used already, or it is old. If you still get digests, use the link in the newest one.";
}

/// Returns the page, with its path from the root of the host.
pub(crate) fn router() -> Router<AppState> {
    Router::new().route("/unsubscribe", get(show).post(unsubscribe))
}

async fn show(State(app): State<AppState>, headers: HeaderMap, RawQuery(query): RawQuery) -> ApiResult<Response> {
    let language = language::preferred(&headers);
    let texts = Texts::of(language);
    let Some(token) = token(query.as_deref()) else { return Ok(unknown(language)) };
    if unsubscribe_token::Entity::find_by_id(hash(&token)).one(&app.database).await?.is_none() {
        return Ok(unknown(language));
    }
    let body = html! {
        h1 { (texts.title) }
        p { (texts.question) }
        form method="post" action=(format!("/unsubscribe?token={token}")) {
            div.buttons { button.allow { (texts.button) } }
        }
    };
    Ok(html_page::page(StatusCode::OK, language, texts.title, &body, "'self'"))
}

async fn unsubscribe(
    State(app): State<AppState>,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> ApiResult<Response> {
    let language = language::preferred(&headers);
    let Some(token) = token(query.as_deref()) else { return Ok(unknown(language)) };
    if !with_write_lock(&app.database, remove(&app, &token)).await? {
        return Ok(unknown(language));
    }
    let texts = Texts::of(language);
    Ok(html_page::notice(StatusCode::OK, language, texts.done, texts.done_hint))
}

/// Removes the recipient of a token, with its mails and its other tokens. Returns whether there was one.
async fn remove(app: &AppState, token: &str) -> Result<bool, DbErr> {
    let recipient = Query::select()
        .column(unsubscribe_token::Column::RecipientId)
        .from(unsubscribe_token::Entity)
        .and_where(unsubscribe_token::Column::Hash.eq(hash(token)))
        .to_owned();
    let removed = digest_recipient::Entity::delete_many()
        .filter(digest_recipient::Column::Id.in_subquery(recipient))
        .exec(&app.database)
        .await?;
    Ok(removed.rows_affected > 0)
}

fn unknown(language: Language) -> Response {
    let texts = Texts::of(language);
    html_page::notice(StatusCode::NOT_FOUND, language, texts.unknown, texts.unknown_hint)
}

/// The token in a query, in the characters that tokens have.
fn token(query: Option<&str>) -> Option<String> {
    let mut pairs = form_urlencoded::parse(query.unwrap_or_default().as_bytes());
    let token = pairs.find_map(|(name, value)| (name == "token").then(|| value.into_owned()))?;
    token.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)).then_some(token)
}
