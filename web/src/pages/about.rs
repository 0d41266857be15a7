//! What Answerdeck is, in markdown.

use leptos::prelude::*;
use leptos_router::{LazyRoute, lazy_route};
use pulldown_cmark::{Event, Parser};

const TEXT: &str = "**Answerdeck** asks answer engines and reads what they say.";

/// What Answerdeck is.
pub(crate) struct AboutPage;

#[lazy_route]
impl LazyRoute for AboutPage {
    fn data() -> Self {
        Self
    }

    fn view(_this: Self) -> AnyView {
        let words = Parser::new(TEXT)
            .filter_map(|event| match event {
                Event::Text(text) => Some(text.into_string()),
                _ => None,
            })
            .collect::<Vec<_>>();
        view! {
            <h1>"About"</h1>
            <p>{words}</p>
        }
        .into_any()
    }
}
