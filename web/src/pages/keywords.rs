//! Keywords: how often people search for them on Google and Naver, which others they search for, and prompts made of them.
//! Uses `measure_google_keywords`, `suggest_google_keywords`, `list_related_google_keywords`, `measure_naver_keywords`,
//! `suggest_naver_keywords`, `list_related_naver_keywords`, `get_naver_keyword_trends`, `list_regions`, `list_prompt_sets`,
//! `create_prompt_set` and `create_prompts`.

use std::cmp::Reverse;

use leptos::prelude::*;

use crate::components::{KeywordChart, KeywordSelection, KeywordTable, keyword_problem, query_error};
use crate::exports::{Export, ExportCsv, TableExport};
use crate::format::{language_name, region};
use crate::forms::{KeywordPrompts, KeywordsForm};
use crate::frame::with_shell;
use crate::keywords::{KeywordList, KeywordProvider, KeywordRow, address_words};
use crate::locale::{Pick, t, t_with, texts};
use crate::navigation::{use_navigate, use_url_params};
use crate::paths::{
    KEYWORD_ORDERS, KEYWORD_RELATIONS, KeywordOrder, KeywordRelation, KeywordsParams, TREND_MONTHS, UrlParams, found,
    name_of,
};
use crate::queries::keywords::{
    KeywordLookup, KeywordMarket, LookupState, use_is_sample, use_keyword_lookup, use_other_keywords,
};
use crate::queries::{QueryState, use_regions};
use crate::reactive::{effect, live, live_option};
use crate::request_error::KeywordProblem;
use crate::router::PageView;
use crate::ui::{
    Badge, Button, Dialog, DialogState, Empty, Methodology, PageHeader, Progress, SegmentedControl, SelectField,
    Skeleton, Tone, Variant, use_notices,
};
use crate::untrusted::quotation;

/// The platform's default market.
///
/// Source: docs/platform-api.md, section 2, Google keyword metrics.
const DEFAULT_MARKET: (&str, &str) = ("KR", "ko");
/// The languages to choose from, ISO 639-1: those of the regions in which answers are commonly collected.
const LANGUAGES: [&str; 12] = ["ko", "en", "ja", "zh", "de", "fr", "es", "it", "pt", "vi", "th", "id"];
/// The maximum length of a keyword in a title, in characters.
const TITLE_MAX: usize = 60;

/// The page of keywords.
#[cfg_attr(feature = "split", lazy)]
pub fn keywords_page() -> PageView {
    with_shell(view)
}

/// Changes the address.
type Change = Callback<(fn(&mut KeywordsParams, String), String)>;

fn view() -> AnyView {
    let params = use_url_params::<KeywordsParams>();
    let go = StoredValue::new_local(use_navigate());
    let open = move |params: &KeywordsParams| go.with_value(|go| go(&params.address(), false));
    let market = Memo::new(move |_| {
        let KeywordsParams { provider, country, language, .. } = params.get();
        match provider {
            KeywordProvider::Google => KeywordMarket { provider, country, language },
            KeywordProvider::Naver => KeywordMarket { provider, country: None, language: None },
        }
    });
    let asked = RwSignal::new(params.get_untracked().keywords);
    // How often the keywords came from the address: then the form shows them.
    let changes = RwSignal::new(0_u32);
    effect(move || {
        let in_address = params.with(|params| params.keywords.clone());
        // The address of a long list has only its beginning.
        if asked.with_untracked(|asked| address_words(asked) != in_address) {
            asked.set(in_address);
            changes.update(|count| *count += 1);
        }
    });
    let keywords = Memo::new(move |_| asked.get());
    let lookup = use_keyword_lookup(keywords, market);
    let selection = KeywordSelection::new();
    effect(move || keywords.with(|keywords| selection.keep_only(keywords)));

    let look_up = move |keywords: Vec<String>| {
        let same = asked.with_untracked(|asked| *asked == keywords);
        asked.set(keywords.clone());
        open(&KeywordsParams { keywords, relation: None, ..params.get_untracked() });
        if same {
            lookup.resume();
        }
    };
    let change: Change = Callback::new(move |(set, value): (fn(&mut KeywordsParams, String), String)| {
        let mut params = params.get_untracked();
        set(&mut params, value);
        open(&params);
    });
    let has_keywords = Memo::new(move |_| keywords.with(|keywords| !keywords.is_empty()));
    let form = move || {
        changes.track();
        untrack(|| {
            view! {
                <KeywordsForm keywords=asked.get_untracked() on_submit=look_up>
                    <ProviderChoice params change />
                    {live_option(move || {
                        let is_google = market.with(|market| market.provider == KeywordProvider::Google);
                        is_google.then(|| view! { <MarketFields params change /> }.into_any())
                    })}
                </KeywordsForm>
            }
            .into_any()
        })
    };
    let body = move || {
        if has_keywords.get() {
            untrack(|| view! { <Results params change lookup keywords market selection /> }.into_any())
        } else {
            view! { <Empty title=t(|t| t.keywords().empty) description=t(|t| t.keywords().empty_description) /> }
                .into_any()
        }
    };
    let add = move |more: Vec<String>| {
        let list = asked.with_untracked(|asked| KeywordList::with(asked, more.into_iter()));
        asked.set(list.keywords.clone());
        changes.update(|count| *count += 1);
        open(&KeywordsParams { keywords: list.keywords, relation: None, ..params.get_untracked() });
    };
    view! {
        <PageHeader title=t(|t| t.keywords().title) description=t(|t| t.keywords().description) />
        {live(form)}
        {live(body)}
        <OtherKeywordsDialog params change market on_add=add />
    }
    .into_any()
}

#[component]
fn ProviderChoice(params: Memo<KeywordsParams>, change: Change) -> AnyView {
    let options = vec![("google", t(|t| t.keywords().google)), ("naver", t(|t| t.keywords().naver))];
    let selected = Signal::derive(move || match params.with(|params| params.provider) {
        KeywordProvider::Google => "google",
        KeywordProvider::Naver => "naver",
    });
    let set: fn(&mut KeywordsParams, String) = |params, name| {
        params.provider = if name == "naver" { KeywordProvider::Naver } else { KeywordProvider::Google };
    };
    view! {
        <SegmentedControl
            label=t(|t| t.keywords().provider)
            name="provider"
            options
            selected
            on_change=move |name: &'static str| change.run((set, name.to_owned()))
        />
    }
    .into_any()
}

#[component]
fn MarketFields(params: Memo<KeywordsParams>, change: Change) -> AnyView {
    let regions = use_regions();
    let (default_country, default_language) = DEFAULT_MARKET;
    let country = Signal::derive(move || {
        params.with(|params| params.country.clone()).unwrap_or_else(|| default_country.to_owned())
    });
    let language = Signal::derive(move || {
        params.with(|params| params.language.clone()).unwrap_or_else(|| default_language.to_owned())
    });
    // The selected code is an option even if the platform lists it not, or not yet.
    let with_names = |mut codes: Vec<String>, selected: String, name: fn(&str) -> String| {
        if !codes.contains(&selected) {
            codes.push(selected);
        }
        codes.into_iter().map(|code| (code.clone(), name(&code))).collect::<Vec<_>>()
    };
    let countries = Signal::derive(move || {
        let codes = regions.value().into_iter().flatten().map(|region| region.code).collect();
        with_names(codes, country.get(), region)
    });
    let languages =
        Signal::derive(move || with_names(LANGUAGES.map(str::to_owned).to_vec(), language.get(), language_name));
    let set_country: fn(&mut KeywordsParams, String) =
        |params, code| params.country = Some(code).filter(|code| code != DEFAULT_MARKET.0);
    let set_language: fn(&mut KeywordsParams, String) =
        |params, code| params.language = Some(code).filter(|code| code != DEFAULT_MARKET.1);
    view! {
        <SelectField
            id="country"
            label=t(|t| t.keywords().country)
            options=countries
            selected=country
            on_change=move |code| change.run((set_country, code))
        />
        <SelectField
            id="language"
            label=t(|t| t.keywords().language)
            options=languages
            selected=language
            on_change=move |code| change.run((set_language, code))
        />
    }
    .into_any()
}

#[component]
fn Results(
    params: Memo<KeywordsParams>,
    change: Change,
    lookup: KeywordLookup,
    keywords: Memo<Vec<String>>,
    market: Memo<KeywordMarket>,
    selection: KeywordSelection,
) -> AnyView {
    let provider = Memo::new(move |_| market.with(|market| market.provider));
    let months = Memo::new(move |_| params.with(|params| params.months));
    let rows = Memo::new(move |_| {
        let order = params.with(|params| params.order);
        lookup.with_rows(|rows| in_order(rows, order))
    });
    let has_rows = Memo::new(move |_| lookup.len() > 0);
    let is_sample = use_is_sample(market);
    let notices = use_notices();
    let prompts_dialog = DialogState::<Vec<String>>::new();
    let added = move |count: usize| {
        prompts_dialog.close();
        notices.notify((texts().keywords().prompts_added)(count as u64));
    };
    let set_relation: Callback<(KeywordRelation, String)> =
        Callback::new(move |(relation, keyword): (KeywordRelation, String)| {
            let set: fn(&mut KeywordsParams, String) = match relation {
                KeywordRelation::Suggestions => {
                    |params, keyword| params.relation = Some((KeywordRelation::Suggestions, keyword))
                }
                KeywordRelation::Related => {
                    |params, keyword| params.relation = Some((KeywordRelation::Related, keyword))
                }
            };
            change.run((set, keyword));
        });
    let export = move |()| {
        Export::Table(TableExport::Keywords {
            rows: rows.get_untracked(),
            provider: provider.get_untracked(),
            months: months.get_untracked(),
        })
    };
    let make_prompts = move |keywords: Vec<String>| prompts_dialog.open(Some(keywords));
    let no_trends = move || {
        let text: Pick = match lookup.trend_failure()?.keyword_problem() {
            Some(KeywordProblem::NotConfigured) => |t| t.keywords().trends_not_configured,
            _ => |t| t.keywords().trends_missing,
        };
        Some(view! { <p class="muted">{t(text)}</p> }.into_any())
    };
    let found_rows = move || {
        view! {
            {live_option(move || is_sample.get().then(sample_note))}
            <section class="section" aria-label=t(|t| t.keywords().trend)>
                <MonthsChoice months change />
                <KeywordChart rows provider months selection />
                <div role="status">{live_option(no_trends)}</div>
            </section>
            <section class="section" aria-label=t(|t| t.keywords().title)>
                <div class="keyword-choices">
                    <OrderChoice params change />
                    <div class="keyword-state">
                        <ExportCsv export />
                        <Selected rows selection on_prompts=make_prompts />
                    </div>
                </div>
                <KeywordTable rows provider months=Some(months) selection on_relation=set_relation />
            </section>
            <Methodology
                label=t(|t| t.common().methodology)
                text=t_with(move |t| {
                    let texts = t.keywords();
                    let text = match provider.get() {
                        KeywordProvider::Google => texts.methodology_google,
                        KeywordProvider::Naver => texts.methodology_naver,
                    };
                    text.to_owned()
                })
            />
        }
        .into_any()
    };
    let fitting = Memo::new(move |_| keywords.with(|keywords| (address_words(keywords).len(), keywords.len())));
    let cut_note = move || {
        let (fitting, all) = fitting.get();
        (fitting < all).then(|| {
            let text = t_with(move |t| (t.keywords().address_holds)(fitting as u64, all as u64));
            view! { <p class="muted">{text}</p> }.into_any()
        })
    };
    view! {
        {live_option(cut_note)}
        {live_option(move || lookup_state(lookup, keywords, provider))}
        {live_option(move || has_rows.get().then(|| untrack(found_rows)))}
        <Dialog open=prompts_dialog.is_open() title=t(|t| t.keywords().make_prompts_title) large=true>
            {prompts_dialog
                .value()
                .map(|keywords| {
                    view! { <KeywordPrompts keywords on_added=added on_cancel=move |()| prompts_dialog.close() /> }
                })}
        </Dialog>
    }
    .into_any()
}

fn in_order(rows: &[KeywordRow], order: KeywordOrder) -> Vec<KeywordRow> {
    let mut rows = rows.to_vec();
    match order {
        KeywordOrder::Entered => {}
        KeywordOrder::Volume => rows.sort_by_key(|row| Reverse(row.volume())),
        KeywordOrder::Name => rows.sort_by_cached_key(|row| row.keyword.to_lowercase()),
    }
    rows
}

fn sample_note() -> AnyView {
    view! {
        <p class="sample-note">
            <Badge label=t(|t| t.keywords().sample) tone=Tone::Neutral />
            <span>{t(|t| t.keywords().sample_about)}</span>
        </p>
    }
    .into_any()
}

// What the look-up does. Nothing is shown when it is complete.
fn lookup_state(
    lookup: KeywordLookup,
    keywords: Memo<Vec<String>>,
    provider: Memo<KeywordProvider>,
) -> Option<AnyView> {
    let done = Signal::derive(move || lookup.len() as u64);
    let total = Signal::derive(move || keywords.with(Vec::len) as u64);
    match lookup.state() {
        LookupState::Complete => None,
        LookupState::Reading => Some(
            view! {
                <div class="keyword-state">
                    <Progress
                        label=t(|t| t.keywords().reading)
                        value_text=t_with(move |t| (t.keywords().read_of)(done.get(), total.get()))
                        done
                        total
                    />
                    <Button label=t(|t| t.common().cancel) on_click=move |()| lookup.stop() />
                </div>
                {live_option(move || (done.get() == 0).then(|| view! { <Skeleton /> }.into_any()))}
            }
            .into_any(),
        ),
        LookupState::Stopped => Some(
            view! {
                <div class="keyword-state">
                    <p role="status">{t_with(move |t| (t.keywords().stopped)(done.get(), total.get()))}</p>
                    <Button
                        label=t(|t| t.keywords().resume)
                        variant=Variant::Primary
                        on_click=move |()| lookup.resume()
                    />
                </div>
            }
            .into_any(),
        ),
        LookupState::Failed(failure) => {
            let batch = lookup.next_batch();
            let others = total.get() > batch.len() as u64;
            let skip = others.then(|| Callback::new(move |()| lookup.skip_batch()));
            Some(keyword_problem(failure, provider.get(), &batch, Callback::new(move |()| lookup.resume()), skip))
        }
    }
}

#[component]
fn MonthsChoice(months: Memo<usize>, change: Change) -> AnyView {
    let options = TREND_MONTHS
        .into_iter()
        .map(|(months, name)| (name, t_with(move |t| (t.keywords().last_months)(months))))
        .collect();
    let set: fn(&mut KeywordsParams, String) = |params, name| {
        if let Some(months) = found(&TREND_MONTHS, &name) {
            params.months = months;
        }
    };
    view! {
        <SegmentedControl
            label=t(|t| t.keywords().months)
            name="period"
            options
            selected=Signal::derive(move || name_of(&TREND_MONTHS, &months.get()))
            on_change=move |name: &'static str| change.run((set, name.to_owned()))
        />
    }
    .into_any()
}

#[component]
fn OrderChoice(params: Memo<KeywordsParams>, change: Change) -> AnyView {
    let options = Signal::derive(|| {
        let option = |(order, name): (KeywordOrder, &str)| {
            let texts = texts().keywords();
            let text = match order {
                KeywordOrder::Entered => texts.order_entered,
                KeywordOrder::Volume => texts.order_volume,
                KeywordOrder::Name => texts.order_name,
            };
            (name.to_owned(), text.to_owned())
        };
        KEYWORD_ORDERS.into_iter().map(option).collect::<Vec<_>>()
    });
    let set: fn(&mut KeywordsParams, String) =
        |params, name| params.order = found(&KEYWORD_ORDERS, &name).unwrap_or_default();
    view! {
        <SelectField
            id="order"
            label=t(|t| t.keywords().order)
            options
            selected=Signal::derive(move || name_of(&KEYWORD_ORDERS, &params.with(|params| params.order)).to_owned())
            on_change=move |name| change.run((set, name))
        />
    }
    .into_any()
}

// What can be done with the selected keywords, or with all.
#[component]
fn Selected(
    rows: Memo<Vec<KeywordRow>>,
    selection: KeywordSelection,
    #[prop(into)] on_prompts: Callback<Vec<String>>,
) -> AnyView {
    let chosen = move || {
        let selected = selection.get();
        if selected.is_empty() {
            rows.with(|rows| rows.iter().map(|row| row.keyword.clone()).collect())
        } else {
            selected
        }
    };
    let label = t_with(move |t| {
        let count = if selection.len() > 0 { selection.len() } else { rows.with(Vec::len) };
        (t.keywords().make_prompts)(count as u64)
    });
    let clear = move || {
        let count = selection.len() as u64;
        (count > 0).then(|| {
            view! {
                <span class="muted" role="status">{t_with(move |t| (t.keywords().selected)(count))}</span>
                <Button
                    label=t(|t| t.keywords().clear)
                    variant=Variant::Quiet
                    on_click=move |()| selection.clear()
                />
            }
            .into_any()
        })
    };
    view! {
        {live_option(clear)}
        <Button label on_click=move |()| on_prompts.run(untrack(chosen)) />
    }
    .into_any()
}

// The keywords that are suggested for one or related to it, in a dialog that is a part of the address.
#[component]
fn OtherKeywordsDialog(
    params: Memo<KeywordsParams>,
    change: Change,
    market: Memo<KeywordMarket>,
    #[prop(into)] on_add: Callback<Vec<String>>,
) -> AnyView {
    let relation = Memo::new(move |_| params.with(|params| params.relation.clone()));
    let is_open = RwSignal::new(false);
    effect(move || is_open.set(relation.with(Option::is_some)));
    effect(move || {
        let close: fn(&mut KeywordsParams, String) = |params, _| params.relation = None;
        // The person closed the dialog.
        if !is_open.get() && relation.with_untracked(Option::is_some) {
            change.run((close, String::new()));
        }
    });
    let title = t_with(move |t| {
        let texts = t.keywords();
        relation.with(|relation| match relation {
            None => String::new(),
            Some((KeywordRelation::Suggestions, keyword)) => (texts.suggestions_of)(&quotation(keyword, TITLE_MAX)),
            Some((KeywordRelation::Related, keyword)) => (texts.related_of)(&quotation(keyword, TITLE_MAX)),
        })
    });
    view! {
        <Dialog open=is_open title large=true>
            <OtherKeywordsList relation change market on_add />
        </Dialog>
    }
    .into_any()
}

#[component]
fn OtherKeywordsList(
    relation: Memo<Option<(KeywordRelation, String)>>,
    change: Change,
    market: Memo<KeywordMarket>,
    on_add: Callback<Vec<String>>,
) -> AnyView {
    let others = use_other_keywords(relation, market);
    let provider = Memo::new(move |_| market.with(|market| market.provider));
    let selection = KeywordSelection::new();
    let rows = Memo::new(move |_| others.with(|others| others.map(|others| others.others.clone()).unwrap_or_default()));
    effect(move || {
        rows.track();
        selection.clear();
    });
    let kind = Memo::new(move |_| relation.with(|relation| relation.as_ref().map(|(kind, _)| *kind)));
    let options = KEYWORD_RELATIONS
        .into_iter()
        .map(|(relation, name)| {
            let text: Pick = match relation {
                KeywordRelation::Suggestions => |t| t.keywords().suggestions,
                KeywordRelation::Related => |t| t.keywords().related,
            };
            (name, t(text))
        })
        .collect();
    let set: fn(&mut KeywordsParams, String) = |params, name| {
        if let (Some(relation), Some((kind, _))) =
            (params.relation.as_mut(), found(&KEYWORD_RELATIONS, &name).zip(Some(())))
        {
            relation.0 = kind;
        }
    };
    let body = move || match others.get() {
        QueryState::Loading => view! { <Skeleton /> }.into_any(),
        QueryState::Failed(failure) => {
            let retry = Callback::new(move |()| others.retry());
            if failure.keyword_problem().is_none() {
                return query_error(failure, retry);
            }
            let keyword: Vec<String> =
                relation.with_untracked(|relation| relation.iter().map(|(_, keyword)| keyword.clone()).collect());
            keyword_problem(failure, provider.get_untracked(), &keyword, retry, None)
        }
        QueryState::Ready(others) if others.others.is_empty() => view! {
            <Empty title=t(|t| t.keywords().no_others) description=t(|t| t.keywords().no_others_description) />
        }
        .into_any(),
        QueryState::Ready(_) => untrack(|| view! { <KeywordTable rows provider months=None selection /> }.into_any()),
    };
    let add = move || {
        let count = selection.len() as u64;
        (count > 0).then(|| {
            view! {
                <Button
                    label=t_with(move |t| (t.keywords().add_selected)(count))
                    variant=Variant::Primary
                    on_click=move |()| on_add.run(selection.get())
                />
            }
            .into_any()
        })
    };
    view! {
        <div class="keyword-choices">
            <SegmentedControl
                label=t(|t| t.keywords().relation)
                name="relation"
                options
                selected=Signal::derive(move || kind.get().map_or("", |kind| name_of(&KEYWORD_RELATIONS, &kind)))
                on_change=move |name: &'static str| change.run((set, name.to_owned()))
            />
            {live_option(add)}
        </div>
        {live(body)}
    }
    .into_any()
}
