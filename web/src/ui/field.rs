use leptos::prelude::*;

use super::{Icon, IconName};
use crate::locale::{Pick, t, t_with};
use crate::reactive::{live, live_option};

/// A label, an input given as children, a hint and an error message. The input must have the id `id` and be described
/// by the element `{id}-about`.
#[component]
pub fn Field(
    id: &'static str,
    #[prop(into)] label: Signal<String>,
    #[prop(optional)] optional: bool,
    #[prop(optional_no_strip)] hint: Option<Signal<String>>,
    #[prop(optional, into)] error: Signal<Option<String>>,
    /// The number of characters or entries, and the maximum.
    #[prop(optional_no_strip)]
    amount: Option<Signal<String>>,
    /// Whether the number is over the maximum.
    #[prop(optional, into)]
    is_over: Signal<bool>,
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
                {(hint.is_some() || amount.is_some()).then(|| view! { <div class="field-footer">
                    <span>{hint}</span>
                    {amount.map(|amount| view! {
                        <span class="number" data-over=move || is_over.get().then_some("")>{amount}</span>
                    })}
                </div> })}
                <FieldError error />
            </div>
        </div>
    }
    .into_any()
}

#[component]
pub fn FieldError(
    error: Signal<Option<String>>,
    /// Whether the field is a group of controls. A group cannot get the focus, so the message gets it.
    #[prop(optional)]
    of_group: bool,
) -> AnyView {
    live_option(move || {
        let error = error.get()?;
        Some(view! {
            <p
                class="field-error"
                aria-invalid=of_group.then_some("true")
                tabindex=of_group.then_some("-1")
            >
                <Icon icon=IconName::Warning />
                <span>{error}</span>
            </p>
        })
    })
}

/// The number of characters of a text as it is sent: without surrounding space.
pub fn character_count(text: &str) -> usize {
    text.trim().chars().count()
}

#[component]
pub fn TextField(
    id: &'static str,
    #[prop(into)] label: Signal<String>,
    value: RwSignal<String>,
    #[prop(optional)] optional: bool,
    #[prop(optional, into)] hint: Option<Signal<String>>,
    #[prop(optional, into)] error: Signal<Option<String>>,
    /// The maximum number of characters.
    #[prop(optional, into)]
    max: Option<usize>,
    #[prop(default = "text")] kind: &'static str,
    /// The maximum of a whole number from 1.
    #[prop(optional)]
    whole_max: Option<u32>,
    /// The number of visible lines of a multi-line field, which has no kind.
    #[prop(optional)]
    rows: Option<u32>,
    #[prop(optional)] autofocus: bool,
) -> AnyView {
    let characters = move || value.with(|value| character_count(value));
    let amount = max.map(|max| t_with(move |t| (t.common().characters)(characters(), max)));
    let about = format!("{id}-about");
    let is_over = Signal::derive(move || max.is_some_and(|max| characters() > max));
    let is_invalid = move || (is_over.get() || error.with(Option::is_some)).then_some("true");
    let is_required = (!optional).then_some("true");
    let input = match rows {
        Some(rows) => view! {
            <textarea
                class="input"
                id=id
                rows=rows
                autofocus=autofocus
                aria-describedby=about
                aria-invalid=is_invalid
                aria-required=is_required
                prop:value=value
                on:input:target=move |event| value.set(event.target().value())
            ></textarea>
        }
        .into_any(),
        None => view! {
            <input
                class="input"
                id=id
                type=whole_max.map_or(kind, |_| "number")
                inputmode=whole_max.map(|_| "numeric")
                min=whole_max.map(|_| "1")
                max=whole_max
                step=whole_max.map(|_| "1")
                autocomplete="off"
                autofocus=autofocus
                spellcheck="false"
                aria-describedby=about
                aria-invalid=is_invalid
                aria-required=is_required
                prop:value=value
                on:input:target=move |event| value.set(event.target().value())
            />
        }
        .into_any(),
    };
    view! { <Field id label optional hint error amount is_over>{input}</Field> }.into_any()
}

/// Options under a name of their own.
pub type OptionGroup = (Signal<String>, Signal<Vec<(String, String)>>);

/// A drop-down list: a field, or without an id only the list, without a hint and an error. The label is then its accessible name.
#[component]
pub fn SelectField(
    #[prop(optional)] id: Option<&'static str>,
    #[prop(into)] label: Signal<String>,
    #[prop(into)] options: Signal<Vec<(String, String)>>,
    /// The options after them.
    #[prop(optional_no_strip)]
    rest: Option<OptionGroup>,
    #[prop(into)] selected: Signal<String>,
    #[prop(into)] on_change: Callback<String>,
    #[prop(optional, into)] hint: Option<Signal<String>>,
    #[prop(optional, into)] error: Signal<Option<String>>,
    /// Called before the list opens.
    #[prop(default = Callback::new(|()| ()), into)]
    on_open: Callback<()>,
) -> AnyView {
    let items = option_elements(options, rest, selected);
    let list = view! {
        <select
            class="input"
            id=id
            aria-label=move || id.is_none().then(|| label.get())
            aria-describedby=id.map(|id| format!("{id}-about"))
            aria-invalid=move || error.with(Option::is_some).then_some("true")
            on:pointerenter=move |_| on_open.run(())
            on:focus=move |_| on_open.run(())
            on:change:target=move |event| on_change.run(event.target().value())
        >
            {items}
        </select>
    }
    .into_any();
    match id {
        Some(id) => view! { <Field id label hint error>{list}</Field> }.into_any(),
        None => list,
    }
}

/// A drop-down list of the values of `chosen`.
pub fn choice_field(
    id: &'static str,
    label: Pick,
    options: Signal<Vec<(String, String)>>,
    chosen: RwSignal<String>,
) -> AnyView {
    view! { <SelectField id label=t(label) options selected=chosen on_change=move |value| chosen.set(value) /> }
        .into_any()
}

/// An option for each value, with its name in the same place.
pub fn named_options<T: ToString>(values: &[T], names: &[&str]) -> Vec<(String, String)> {
    values.iter().map(ToString::to_string).zip(names.iter().map(|name| (*name).to_owned())).collect()
}

/// Options after one with an empty value, which selects none of them.
pub fn options_after(none: &str, others: impl IntoIterator<Item = (String, String)>) -> Vec<(String, String)> {
    std::iter::once((String::new(), none.to_owned())).chain(others).collect()
}

/// Options after `first`, which selects none of them. If they lack the selected one, it is listed too, with the text `missing`. `None`
/// until they are known.
pub fn options_with(
    first: &str,
    options: Option<Vec<(String, String)>>,
    selected: Option<String>,
    missing: &str,
) -> Vec<(String, String)> {
    let is_missing = |value: &String| options.iter().any(|options| options.iter().all(|(other, _)| other != value));
    let missing = selected.filter(is_missing).map(|value| (value, missing.to_owned()));
    options_after(first, missing.into_iter().chain(options.into_iter().flatten()))
}

/// The options of a drop-down list, each with its value and its text. `rest` follows the others, unless it is empty.
fn option_elements(
    options: Signal<Vec<(String, String)>>,
    rest: Option<OptionGroup>,
    selected: Signal<String>,
) -> AnyView {
    // Its sources change more often than the value, and every change would rebuild the options.
    let selected = Memo::new(move |_| selected.get());
    live(move || {
        let current = selected.get();
        let item = |(value, text): (String, String)| {
            let selected = value == current;
            view! { <option value=value prop:selected=selected>{text}</option> }
        };
        let rest = rest.map(|(name, options)| (name, options.get())).filter(|(_, options)| !options.is_empty());
        let group = rest.map(|(name, options)| {
            view! { <optgroup label=name>{options.into_iter().map(item).collect_view()}</optgroup> }
        });
        view! {
            {options.get().into_iter().map(item).collect_view()}
            {group}
        }
        .into_any()
    })
}

#[cfg(test)]
mod tests {
    use super::options_with;

    #[test]
    fn a_selected_option_that_does_not_exist_any_more_is_listed() {
        let option = |value: &str, text: &str| (value.to_owned(), text.to_owned());
        let sets = vec![option("1", "Commuters")];
        let with = |sets: Option<&Vec<_>>, selected: &str| {
            options_with("All", sets.cloned(), Some(selected.to_owned()).filter(|value| !value.is_empty()), "deleted")
        };
        let all = option("", "All");
        assert_eq!(with(Some(&sets), "2"), [all.clone(), option("2", "deleted"), sets[0].clone()]);
        assert_eq!(with(Some(&sets), "1"), [all.clone(), sets[0].clone()]);
        assert_eq!(with(Some(&sets), ""), [all.clone(), sets[0].clone()]);
        assert_eq!(with(None, "2"), [all]);
    }
}
