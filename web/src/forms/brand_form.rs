//! The dialog of a brand. Its form is loaded when it is first opened.

use answerdeck_api::limits::{
    BRAND_DESCRIPTION_MAX, BRAND_EXCLUDED_PHRASE_MAX, BRAND_EXCLUDED_PHRASES_MAX, BRAND_NAME_MAX, BRAND_SYNONYM_MAX,
    BRAND_SYNONYMS_MAX, BRAND_WEBSITES_MAX,
};
use answerdeck_api::metrics::BrandPreviewRequest;
use answerdeck_api::{Brand, BrandCreate, BrandId, BrandUpdate};
use leptos::html;
use leptos::prelude::*;

use super::TextRule;
use super::edit_form::{EditForm, FormState};
use super::shared_names::{is_taken, shared_names, shared_names_view};
use super::site_address::{is_valid_address, part_of_site, site_name, website};
use crate::components::NewNamesPreview;
use crate::lazy::lazy_part;
use crate::letter_case::lower_case;
use crate::locale::{t, t_with, texts};
use crate::queries::brands::{self, use_all_brands};
use crate::reactive::{debounced, effect, live, live_option, live_when};
use crate::ui::{
    Button, Checkbox, ChipsField, ChipsInput, DialogState, LazyDialog, TextField, Variant, flag_field, focus_later,
    show_later, use_notices,
};

pub const BRAND_FORM: &str = "brand";
const NAME: TextRule = TextRule { required: true, max: BRAND_NAME_MAX };
const DESCRIPTION: TextRule = TextRule { required: false, max: BRAND_DESCRIPTION_MAX };
const PHRASE: TextRule = TextRule { required: true, max: BRAND_EXCLUDED_PHRASE_MAX };
const SYNONYM: TextRule = TextRule { required: true, max: BRAND_SYNONYM_MAX };

/// The form that creates a brand, or edits the given one. The signal says whether a new brand becomes the organization's own. The
/// callbacks get the name of the saved brand, and are called when the user cancels.
type Form = fn(Option<Brand>, Signal<bool>, Callback<String>, Callback<()>) -> AnyView;

lazy_part! {
    brand_form: Form = |brand, becomes_own, on_saved, on_cancel| {
        view! { <BrandForm brand becomes_own on_saved on_cancel /> }.into_any()
    }
}

/// The dialog that edits a brand, or creates one if it opens without a brand. A notice follows each success.
#[component]
pub fn BrandDialog(
    state: DialogState<Brand>,
    /// Whether a new brand becomes the organization's own.
    #[prop(optional, into)]
    becomes_own: Signal<bool>,
    #[prop(optional, into)] on_saved: Option<Callback<()>>,
) -> AnyView {
    let notices = use_notices();
    let saved = move |name: String| {
        let (texts, is_new) = (texts().brands(), state.value().is_none());
        let message = if is_new { texts.created } else { texts.saved };
        state.close();
        notices.notify(message(&name));
        if let Some(on_saved) = on_saved {
            on_saved.run(());
        }
    };
    let title = t_with(move |t| if state.has_value() { t.brands().edit } else { t.brands().new }.to_owned());
    view! {
        <LazyDialog open=state.is_open() load title let:form>
            {form(state.value(), becomes_own, Callback::new(saved), Callback::new(move |()| state.close()))}
        </LazyDialog>
    }
    .into_any()
}

#[derive(Clone, Copy)]
struct Fields {
    name: RwSignal<String>,
    /// Whether a name that is replaced becomes another name.
    keeps_name: RwSignal<bool>,
    description: RwSignal<String>,
    synonyms: ChipsInput,
    phrases: ChipsInput,
    websites: ChipsInput,
    case_sensitive: RwSignal<bool>,
}

impl Fields {
    fn new(state: FormState, saved: &BrandCreate) -> Self {
        let draft = state.draft;
        Self {
            name: draft.text("name", saved.name.clone()),
            keeps_name: draft.flag("keepsName", true),
            description: draft.text("description", saved.description.clone().unwrap_or_default()),
            synonyms: state.chips("synonyms", &saved.synonyms, BRAND_SYNONYMS_MAX, is_synonym),
            phrases: state.chips("excludedPhrases", &saved.excluded_phrases, BRAND_EXCLUDED_PHRASES_MAX, is_phrase),
            websites: state.chips("websites", &saved.websites, BRAND_WEBSITES_MAX, is_website),
            case_sensitive: draft.flag("caseSensitive", saved.case_sensitive),
        }
    }

    /// The name that answers are searched for: the saved one while none is typed. Reactive.
    fn searched_name(self, saved: &BrandCreate) -> String {
        let typed = self.name.with(|name| name.trim().to_owned());
        if typed.is_empty() { saved.name.trim().to_owned() } else { typed }
    }

    /// The saved name, if it is replaced by one that does not find it, and there is room for it among the other names. Reactive.
    fn replaced_name(self, saved: &BrandCreate) -> Option<String> {
        let replaced = saved.name.trim();
        let case_sensitive = self.case_sensitive.get();
        let finds = |name: &String| match case_sensitive {
            true => name == replaced,
            false => lower_case(name) == lower_case(replaced),
        };
        let synonyms = self.synonyms.get();
        let is_found = finds(&self.searched_name(saved)) || synonyms.iter().any(finds);
        (!replaced.is_empty() && !is_found && synonyms.len() < BRAND_SYNONYMS_MAX).then(|| replaced.to_owned())
    }

    /// The other names as they are sent. Reactive.
    fn other_names(self, saved: &BrandCreate) -> Vec<String> {
        let replaced = self.replaced_name(saved).filter(|_| self.keeps_name.get());
        self.synonyms.get().into_iter().chain(replaced).collect()
    }

    /// Whether answers would be searched otherwise than for the saved brand, or for the name of a new one. Reactive.
    fn changes_search(self, saved: &BrandCreate) -> bool {
        let is_new_synonym = |name: &String| is_synonym(name) && !saved.synonyms.contains(name);
        (!saved.name.is_empty() && self.searched_name(saved) != saved.name.trim())
            || self.synonyms.get().iter().any(is_new_synonym)
            || self.case_sensitive.get() != saved.case_sensitive
            || self.phrases.get() != saved.excluded_phrases
    }

    /// What answers are searched for. `None` without a name. Reactive.
    fn preview(self, saved: &BrandCreate, brand_id: Option<BrandId>) -> Option<BrandPreviewRequest> {
        let all = std::iter::once(self.searched_name(saved)).chain(self.other_names(saved));
        let names: Vec<String> = all.filter(|name| is_synonym(name)).collect();
        (!names.is_empty()).then(|| BrandPreviewRequest {
            brand_id,
            names,
            case_sensitive: self.case_sensitive.get(),
            excluded_phrases: self.phrases.get().into_iter().filter(|phrase| is_phrase(phrase)).collect(),
        })
    }

    /// Takes over what is still typed.
    fn commit(self) {
        for input in [self.synonyms, self.phrases, self.websites] {
            input.commit();
        }
        self.websites.correct(website);
    }

    /// The brand as it is sent. `None` if a field is invalid. Reactive.
    fn brand(self, saved: &BrandCreate, is_own: bool) -> Option<BrandCreate> {
        let are_complete = [self.synonyms, self.phrases, self.websites].into_iter().all(ChipsInput::is_complete);
        let brand = BrandCreate {
            name: self.name.with(|name| NAME.valid(name))?,
            description: self.description.with(|description| DESCRIPTION.valid_or_none(description))?,
            synonyms: self.other_names(saved),
            case_sensitive: self.case_sensitive.get(),
            excluded_phrases: self.phrases.get(),
            websites: self.websites.get(),
            is_own,
        };
        are_complete.then_some(brand)
    }
}

/// A saved brand as the form would send it.
fn as_sent(brand: Brand) -> BrandCreate {
    let Brand { name, description, synonyms, case_sensitive, excluded_phrases, websites, .. } = brand;
    BrandCreate { name, description, synonyms, case_sensitive, excluded_phrases, websites, is_own: false }
}

/// What differs from the brand that the form was opened for: somebody may have changed the rest since.
fn changes(brand: BrandCreate, saved: &BrandCreate) -> BrandUpdate {
    let BrandCreate { name, description, synonyms, case_sensitive, excluded_phrases, websites, is_own: _ } = brand;
    BrandUpdate {
        name: Some(name).filter(|name| *name != saved.name),
        description: Some(description).filter(|description| *description != saved.description),
        synonyms: Some(synonyms).filter(|synonyms| *synonyms != saved.synonyms),
        case_sensitive: Some(case_sensitive).filter(|case_sensitive| *case_sensitive != saved.case_sensitive),
        excluded_phrases: Some(excluded_phrases).filter(|phrases| *phrases != saved.excluded_phrases),
        websites: Some(websites).filter(|websites| *websites != saved.websites),
        is_own: None,
    }
}

#[component]
fn BrandForm(
    brand: Option<Brand>,
    becomes_own: Signal<bool>,
    on_saved: Callback<String>,
    on_cancel: Callback<()>,
) -> AnyView {
    let id = brand.as_ref().map(|brand| brand.id.clone());
    let is_edit = id.is_some();
    let saved = brand.map(as_sent).unwrap_or_default();
    let state = FormState::new(BRAND_FORM, id.as_ref().map_or("", BrandId::as_str));
    let fields = Fields::new(state, &saved);
    let Fields { name, keeps_name, description, synonyms, phrases, websites, case_sensitive } = fields;
    let saved = StoredValue::new(saved);
    let replaced_name = Memo::new(move |_| saved.with_value(|saved| fields.replaced_name(saved)));
    // Whether answers are searched otherwise, and for what.
    let previewed_id = id.clone();
    let search = debounced(Memo::new(move |_| {
        saved.with_value(|saved| (fields.changes_search(saved), fields.preview(saved, previewed_id.clone())))
    }));
    let is_changed = Signal::derive(move || search.with(|(is_changed, _)| *is_changed));
    let preview = Signal::derive(move || {
        let (is_changed, preview) = search.get();
        preview.filter(|_| is_changed || is_edit)
    });
    let (all, edited_id) = (use_all_brands(), id.clone());
    let others = Memo::new(move |_| {
        let is_other = |brand: &&Brand| edited_id.as_ref() != Some(&brand.id);
        all.with(|all| all.into_iter().flatten().filter(is_other).cloned().collect::<Vec<_>>())
    });
    // A name that two brands have already is not refused when something else is edited.
    let is_name_taken = move || {
        name.with(|name| {
            saved.with_value(|saved| saved.name != name.trim()) && others.with(|others| is_taken(name, others))
        })
    };
    let name_rule = state.text_error(NAME, name, "name");
    let name_error = Signal::derive(move || {
        let taken = || (state.submitted.get() && is_name_taken()).then(|| texts().brands().name_taken.to_owned());
        name_rule.get().or_else(taken)
    });
    // A name that is taken is an error.
    let shared_name = Memo::new(move |_| {
        let name = Some(name.get()).filter(|_| !is_name_taken());
        others.with(|others| shared_names(name.as_slice(), others))
    });
    let shared_synonyms = Memo::new(move |_| others.with(|others| shared_names(&synonyms.with_typed(), others)));
    let submit = move |()| {
        fields.commit();
        let brand = untrack(|| saved.with_value(|saved| fields.brand(saved, becomes_own.get())));
        let Some(brand) = brand.filter(|_| !untrack(is_name_taken)) else { return false };
        let finish = state.finish(on_saved);
        match id.clone() {
            None => {
                let name = brand.name.clone();
                brands::create(state.mutation, brand, move |_| finish(name));
            }
            Some(id) => {
                let changes = saved.with_value(|saved| changes(brand, saved));
                brands::update(state.mutation, id, changes, move |brand| finish(brand.name));
            }
        }
        true
    };
    view! {
        <EditForm state fields=&["name", "synonyms", "excludedPhrases", "websites", "description"] on_submit=submit on_cancel>
            {live_when(
                move || !is_edit && becomes_own.get(),
                || view! { <p class="muted">{t(|t| t.brands().becomes_own)}</p> },
            )}
            <TextField
                id="brand-name"
                label=t(|t| t.common().name)
                value=name
                hint=t(|t| t.brands().name_hint)
                error=name_error
                max=BRAND_NAME_MAX
                autofocus=true
            />
            {shared_names_view(shared_name)}
            {live_option(move || {
                let replaced = replaced_name.get()?;
                Some(flag_field(keeps_name, t_with(move |t| (t.brands().keep_name)(&replaced))))
            })}
            <ChipsField
                id="brand-synonyms"
                label=t(|t| t.brands().synonyms)
                input=synonyms
                hint=t(|t| t.brands().synonyms_hint)
                error=state.chips_error(synonyms, "synonyms", |t| (t.brands().invalid_synonym)(BRAND_SYNONYM_MAX))
            />
            {shared_names_view(shared_synonyms)}
            <Checkbox checked=case_sensitive on_change=move |is_on: bool| case_sensitive.set(is_on)>
                <span>
                    {t(|t| t.brands().case_sensitive)} <small>{t(|t| t.brands().case_sensitive_hint)}</small>
                </span>
            </Checkbox>
            <ChipsField
                id="brand-excluded-phrases"
                label=t(|t| t.brands().excluded_phrases)
                input=phrases
                hint=t(|t| t.brands().excluded_phrases_hint)
                error=state.chips_error(phrases, "excludedPhrases", |t| (t.brands().invalid_phrase)(BRAND_EXCLUDED_PHRASE_MAX))
            />
            <NewNamesPreview request=preview is_changed on_add=move |name: String| synonyms.add(&name) />
            <ChipsField
                id="brand-websites"
                label=t(|t| t.common().websites)
                input=websites
                hint=t(|t| t.brands().websites_hint)
                error=state.chips_error(websites, "websites", |t| t.brands().invalid_website.to_owned())
                keyboard="url"
            />
            {parts_of_sites(websites)}
            <TextField
                id="brand-description"
                label=t(|t| t.common().description)
                value=description
                optional=true
                error=state.text_error(DESCRIPTION, description, "description")
                max=BRAND_DESCRIPTION_MAX
                rows=2
            />
        </EditForm>
    }
    .into_any()
}

// Says which websites are only a part of a site: people copy the address of a page.
fn parts_of_sites(websites: ChipsInput) -> AnyView {
    // A website as it was typed, its name, and the whole site.
    let part = |text: String| {
        let address = website(&text);
        let (part, site) = part_of_site(&address).filter(|_| is_valid_address(&address))?;
        Some((text, site_name(part), site.to_owned()))
    };
    let parts = Memo::new(move |_| websites.with_typed().into_iter().filter_map(part).collect::<Vec<_>>());
    let note = move |(text, name, site): (String, String, String)| {
        let whole = site_name(&site);
        let count_whole = move |()| {
            websites.commit();
            websites.remove(&text);
            websites.add(&site);
            focus_later("#brand-websites");
        };
        let label = t_with(move |t| (t.brands().count_whole_site)(&whole));
        view! {
            <p class="muted">
                {t_with(move |t| (t.brands().part_of_site)(&name))} " "
                <Button label variant=Variant::Quiet on_click=count_whole />
            </p>
        }
    };
    let (notes, mut before) = (NodeRef::<html::Div>::new(), parts.with_untracked(Vec::len));
    // The field may be at the lower edge of the dialog.
    effect(move || {
        let count = parts.with(Vec::len);
        if let Some(notes) = notes.get_untracked().filter(|_| count > before) {
            show_later(&notes);
        }
        before = count;
    });
    view! {
        <div class="brand-notes" role="status" node_ref=notes>
            {live(move || parts.get().into_iter().map(note).collect_view().into_any())}
        </div>
    }
    .into_any()
}

fn is_synonym(text: &str) -> bool {
    SYNONYM.check(text).is_none()
}

fn is_phrase(text: &str) -> bool {
    PHRASE.check(text).is_none()
}

fn is_website(text: &str) -> bool {
    is_valid_address(&website(text))
}

#[cfg(test)]
mod tests {
    use serde_json::{from_value, json, to_value};

    use super::*;

    #[test]
    fn only_what_the_form_changed_is_sent() {
        let saved: Brand = from_value(json!({
            "id": "0".repeat(22),
            "name": "Nurio",
            "description": "Earbuds",
            "synonyms": ["누리오"],
            "websites": ["https://nurio.example"],
        }))
        .unwrap();
        let saved = as_sent(saved);
        let sent = |brand: BrandCreate| to_value(changes(brand, &saved)).unwrap();
        assert_eq!(sent(saved.clone()), json!({}));
        assert_eq!(sent(BrandCreate { name: "Nurio Audio".into(), ..saved.clone() }), json!({ "name": "Nurio Audio" }));
        assert_eq!(sent(BrandCreate { description: None, ..saved.clone() }), json!({ "description": null }));
        assert_eq!(sent(BrandCreate { case_sensitive: true, ..saved.clone() }), json!({ "caseSensitive": true }));
        assert_eq!(sent(BrandCreate { synonyms: Vec::new(), ..saved.clone() }), json!({ "synonyms": [] }));
    }
}
