//! Fields of a form: a label, the input, a hint or how many characters, and what is wrong.

use leptos::prelude::*;

use super::{Icon, IconName};
use crate::locale::{t, t_with};
use crate::reactive::live_option;
use crate::request_error::RequestError;

/// A label, an input given as children, and what is said about it. The input takes `id`, and is described by
/// `{id}-about`.
#[component]
pub fn Field(
    /// The input's id.
    id: &'static str,
    /// Its label.
    #[prop(into)]
    label: Signal<String>,
    /// Whether it may stay empty.
    #[prop(optional)]
    optional: bool,
    /// What to put in.
    #[prop(optional_no_strip)]
    hint: Option<Signal<String>>,
    /// What is wrong.
    #[prop(optional, into)]
    error: Signal<Option<String>>,
    /// Characters, of how many at most.
    #[prop(optional_no_strip)]
    length: Option<Signal<(usize, usize)>>,
    /// The input.
    children: Children,
) -> AnyView {
    let about = format!("{id}-about");
    view! {
        <div class="field">
            <label class="field-label" for=id>
                {label}
                {optional.then(|| view! { <small>{t(|t| t.common().optional)}</small> })}
            </label>
            {children()}
            <div id=about>
                {(hint.is_some() || length.is_some()).then(|| view! { <div class="field-foot">
                    <span>{hint}</span>
                    {length
                        .map(|length| {
                            let words = t_with(move |t| {
                                let (now, max) = length.get();
                                (t.common().characters)(now, max)
                            });
                            view! { <span class="number">{words}</span> }
                        })}
                </div> })}
                {live_option(move || {
                    error
                        .get()
                        .map(|error| {
                            view! {
                                <p class="field-error">
                                    <Icon icon=IconName::Warning />
                                    <span>{error}</span>
                                </p>
                            }
                            .into_any()
                        })
                })}
            </div>
        </div>
    }
    .into_any()
}

/// A field of one line.
#[component]
pub fn TextField(
    /// The input's id.
    id: &'static str,
    /// Its label.
    #[prop(into)]
    label: Signal<String>,
    /// What is in it.
    value: RwSignal<String>,
    /// Whether it may stay empty.
    #[prop(optional)]
    optional: bool,
    /// What to put in.
    #[prop(optional, into)]
    hint: Option<Signal<String>>,
    /// What is wrong.
    #[prop(optional, into)]
    error: Signal<Option<String>>,
    /// Characters, at most.
    #[prop(optional, into)]
    max: Option<usize>,
    /// The kind of input: `text` when not given.
    #[prop(default = "text")]
    kind: &'static str,
    /// What the browser may fill in.
    #[prop(default = "off")]
    autocomplete: &'static str,
    /// Whether it takes the focus when it appears.
    #[prop(optional)]
    autofocus: bool,
) -> AnyView {
    let length = max.map(|max| Signal::derive(move || (value.with(|value| value.chars().count()), max)));
    view! {
        <Field id label optional hint error length>
            <input
                class="input"
                id=id
                type=kind
                autocomplete=autocomplete
                autofocus=autofocus
                spellcheck="false"
                aria-describedby=format!("{id}-about")
                aria-invalid=move || error.with(Option::is_some).then_some("true")
                aria-required=(!optional).then_some("true")
                prop:value=value
                on:input:target=move |event| value.set(event.target().value())
            />
        </Field>
    }
    .into_any()
}

/// A field of several lines.
#[component]
pub fn TextArea(
    /// The input's id.
    id: &'static str,
    /// Its label.
    #[prop(into)]
    label: Signal<String>,
    /// What is in it.
    value: RwSignal<String>,
    /// Whether it may stay empty.
    #[prop(optional)]
    optional: bool,
    /// What to put in.
    #[prop(optional, into)]
    hint: Option<Signal<String>>,
    /// What is wrong.
    #[prop(optional, into)]
    error: Signal<Option<String>>,
    /// Characters, at most.
    #[prop(optional, into)]
    max: Option<usize>,
    /// Lines in sight.
    #[prop(default = 3)]
    rows: u32,
    /// Whether it takes the focus when it appears.
    #[prop(optional)]
    autofocus: bool,
) -> AnyView {
    let length = max.map(|max| Signal::derive(move || (value.with(|value| value.chars().count()), max)));
    view! {
        <Field id label optional hint error length>
            <textarea
                class="input"
                id=id
                rows=rows
                autofocus=autofocus
                aria-describedby=format!("{id}-about")
                aria-invalid=move || error.with(Option::is_some).then_some("true")
                aria-required=(!optional).then_some("true")
                prop:value=value
                on:input:target=move |event| value.set(event.target().value())
            ></textarea>
        </Field>
    }
    .into_any()
}

/// A field that takes one of many.
#[component]
pub fn SelectField(
    /// The input's id.
    id: &'static str,
    /// Its label.
    #[prop(into)]
    label: Signal<String>,
    /// Each one's value and text.
    #[prop(into)]
    options: Signal<Vec<(String, String)>>,
    /// The value chosen.
    #[prop(into)]
    chosen: Signal<String>,
    /// Called with the value when another is chosen.
    #[prop(into)]
    on_choose: Callback<String>,
    /// What is wrong.
    #[prop(optional, into)]
    error: Signal<Option<String>>,
) -> AnyView {
    let items = move || {
        let chosen = chosen.get();
        let item = |(value, text): (String, String)| {
            let selected = value == chosen;
            view! { <option value=value prop:selected=selected>{text}</option> }
        };
        options.get().into_iter().map(item).collect_view()
    };
    view! {
        <Field id label error>
            <select
                class="input"
                id=id
                aria-describedby=format!("{id}-about")
                aria-invalid=move || error.with(Option::is_some).then_some("true")
                on:change:target=move |event| on_choose.run(event.target().value())
            >
                {items}
            </select>
        </Field>
    }
    .into_any()
}

/// Why a form's request came to nothing: the message, what no field shows, and the request's id.
#[component]
pub fn FormError(
    /// Why. Nothing is shown without one.
    #[prop(into)]
    failure: Signal<Option<RequestError>>,
    /// The fields that show their own details.
    #[prop(optional)]
    fields: &'static [&'static str],
) -> AnyView {
    view! {
        <div role="alert">
            {live_option(move || {
                failure
                    .get()
                    .map(|failure| {
                        let details = failure.details(fields);
                        let id = failure.request_id();
                        let message = t_with(move |t| failure.message(t));
                        view! {
                            <div class="form-error">
                                <p>{message}</p>
                                {(!details.is_empty())
                                    .then(|| {
                                        let items = details.into_iter().map(|detail| view! { <li>{detail}</li> });
                                        view! { <ul>{items.collect_view()}</ul> }
                                    })}
                                {id.map(|id| view! { <p>{t(|t| t.failure().request_id)} " " <code>{id}</code></p> })}
                            </div>
                        }
                        .into_any()
                    })
            })}
        </div>
    }
    .into_any()
}
