//! The command palette: opens a page, a saved view, a prompt set or a brand by one of its names, and runs a few commands. Its
//! code is loaded when it is first opened.

use answerdeck_api::{Brand, PromptSet, SavedView};
use js_sys::JsString;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use super::links::{LinkFilter, all_links, use_link_filter};
use super::use_sign_out;
use crate::language::{Language, native_name, set_language};
use crate::lazy::lazy_part;
use crate::letter_case::lower_case;
use crate::locale::{Pick, t, t_with, texts};
use crate::overlay::{PALETTE_OPEN, SAVED_VIEWS_OPEN, SHORTCUTS_OPEN};
use crate::paths::{self, Period, PromptsParams, RUN_START, RunStartParams, UrlParams, metrics_address};
use crate::queries::Query;
use crate::queries::brands::use_all_brands;
use crate::queries::prompt_sets::use_all_prompt_sets;
use crate::queries::saved_views::use_saved_views;
use crate::reactive::{effect, live, live_option};
use crate::router::{Router, use_router};
use crate::theme::{Theme, set_theme};
use crate::ui::{LazyDialog, show};
use crate::untrusted::{quotation, visible};

/// The maximum number of commands shown. Typing leaves fewer.
const SHOWN_MAX: usize = 50;
const QUOTED_CHARS_MAX: usize = 80;
/// The id of the list, and the beginning of those of its options.
const LIST: &str = "palette-list";

#[component]
pub(super) fn Palette() -> AnyView {
    let open: RwSignal<bool> = PALETTE_OPEN.clone().into();
    view! { <LazyDialog open load title=t(|t| t.frame().palette) let:commands>{commands(open)}</LazyDialog> }.into_any()
}

lazy_part! {
    command_palette: fn(RwSignal<bool>) -> AnyView = |open| view! { <Commands open /> }.into_any()
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Action {
    Open(String),
    Theme(Theme),
    Language(Language),
    Shortcuts,
    SavedViews,
    Print,
    SignOut,
}

impl Action {
    fn run(self, router: Router, sign_out: Callback<()>) {
        match self {
            Self::Open(address) => router.navigate(&address, false),
            Self::Theme(theme) => set_theme(theme),
            Self::Language(language) => set_language(language),
            Self::Shortcuts => SHORTCUTS_OPEN.set(true),
            Self::SavedViews => SAVED_VIEWS_OPEN.set(true),
            Self::Print => _ = window().print(),
            Self::SignOut => sign_out.run(()),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Command {
    /// What it opens, in a word.
    kind: &'static str,
    name: String,
    other_names: Vec<String>,
    action: Action,
}

impl Command {
    fn open(kind: &'static str, name: &str, address: &str) -> Self {
        Self { kind, name: name.to_owned(), other_names: Vec::new(), action: Action::Open(address.to_owned()) }
    }
}

// The field, and the list of commands that match it. The focus stays in the field: the selected option is its active
// descendant. Source: ARIA Authoring Practices Guide, Combobox Pattern.
#[component]
fn Commands(open: RwSignal<bool>) -> AnyView {
    let (sets, brands, views) = (use_all_prompt_sets(), use_all_brands(), use_saved_views());
    let (router, sign_out, filter) = (use_router(), use_sign_out(), use_link_filter());
    let typed = RwSignal::new(String::new());
    let selected = RwSignal::new(0_usize);
    let all = Memo::new(move |_| all_commands(sets, brands, views, filter));
    let matching = Memo::new(move |_| {
        let wanted = comparable(&typed.get());
        all.with(|all| matching_commands(all, &wanted))
    });
    let shown = Memo::new(move |_| matching.with(|all| all.len().min(SHOWN_MAX)));
    let is_loading = move || sets.is_loading() || brands.is_loading() || views.is_loading();
    let run = move |index: usize| {
        let Some(command) = matching.with_untracked(|all| all.get(index).cloned()) else { return };
        open.set(false);
        command.action.run(router, sign_out);
    };
    // A user may type the name of a brand and press Enter before the brands are loaded.
    let enter_waits = RwSignal::new(false);
    effect(move || {
        if enter_waits.get() && shown.get() > 0 {
            enter_waits.set(false);
            run(0);
        }
    });
    let keydown = move |event: KeyboardEvent| {
        // The Enter that ends a syllable runs nothing.
        if event.is_composing() || event.key_code() == 229 {
            return;
        }
        let (index, count) = (selected.get_untracked(), shown.get_untracked());
        let next = match event.key().as_str() {
            "ArrowDown" => (index + 1) % count.max(1),
            "ArrowUp" => (index + count.max(1) - 1) % count.max(1),
            "Enter" => {
                event.prevent_default();
                enter_waits.set(count == 0 && untrack(is_loading));
                return run(index);
            }
            _ => return,
        };
        event.prevent_default();
        selected.set(next);
        if let Some(option) = document().get_element_by_id(&option_id(next)) {
            show(&option);
        }
    };
    let options = move || {
        let commands = matching.with(|all| all.iter().take(SHOWN_MAX).cloned().enumerate().collect::<Vec<_>>());
        let options = commands.into_iter().map(|(index, command)| option(index, command, selected, run));
        options.collect_view().into_any()
    };
    let status = t_with(move |t| match matching.with(Vec::len) {
        0 => t.palette().none.to_owned(),
        count if count > SHOWN_MAX => (t.palette().more)(SHOWN_MAX as u64, count as u64),
        count => (t.palette().count)(count as u64),
    });
    let is_failed = move || {
        let has_no_views = views.failure().is_some() && !views.is_missing();
        sets.failure().is_some() || brands.failure().is_some() || has_no_views
    };
    let failure = move || is_failed().then(|| view! { <p role="alert" class="muted">{t(|t| t.palette().failed)}</p> });
    view! {
        <input
            class="input"
            type="text"
            role="combobox"
            autocomplete="off"
            autofocus=true
            aria-label=t(|t| t.palette().field)
            aria-expanded="true"
            aria-controls=LIST
            aria-autocomplete="list"
            aria-activedescendant=move || (shown.get() > 0).then(|| option_id(selected.get()))
            placeholder=t(|t| t.palette().field)
            prop:value=typed
            on:input:target=move |event| {
                enter_waits.set(false);
                typed.set(event.target().value());
                selected.set(0);
            }
            on:keydown=keydown
        />
        <ul class="palette-list" id=LIST role="listbox" aria-label=t(|t| t.frame().palette)>{live(options)}</ul>
        {live_option(failure)}
        <p role="status" class="muted">{status}</p>
    }
    .into_any()
}

fn option(index: usize, command: Command, selected: RwSignal<usize>, run: impl Fn(usize) + 'static) -> AnyView {
    let Command { kind, name, .. } = command;
    let is_selected = move || if selected.get() == index { "true" } else { "false" };
    view! {
        <li id=option_id(index) role="option" aria-selected=is_selected on:click=move |_| run(index)>
            <bdi>{name}</bdi>
            " "
            <span class="muted">{kind}</span>
        </li>
    }
    .into_any()
}

fn option_id(index: usize) -> String {
    format!("{LIST}-{index}")
}

// The commands, with those for the organization's data that is loaded. Reactive.
fn all_commands(
    sets: Query<Vec<PromptSet>>,
    brands: Query<Vec<Brand>>,
    views: Query<Vec<SavedView>>,
    filter: LinkFilter,
) -> Vec<Command> {
    let (mut all, texts) = (fixed_commands(filter), texts());
    views.with(|views| {
        let command = |view: &SavedView| Command::open(texts.palette().view, &visible(&view.name), &view.address);
        all.extend(views.into_iter().flatten().map(command));
    });
    sets.with(|sets| {
        for set in sets.into_iter().flatten() {
            let name = quotation(&set.name, QUOTED_CHARS_MAX);
            let prompts = filter.with(|filter| PromptsParams::of_set(&set.id).counting(filter.clone()).address());
            let run = RunStartParams { set: Some(set.id.clone()), ..RunStartParams::default() }.address();
            all.push(Command::open(texts.common().prompt_set, &name, &prompts));
            all.push(Command::open(texts.common().action, &(texts.prompt_sets().run_one)(&name), &run));
        }
    });
    brands.with(|brands| {
        all.extend(brands.into_iter().flatten().map(|brand| {
            let name = quotation(&brand.name, QUOTED_CHARS_MAX);
            let address = filter.with(|filter| metrics_address(&paths::brand(&brand.id), filter, Period::Week));
            let command = Command::open(texts.common().brand, &name, &address);
            Command { other_names: brand.synonyms.clone(), ..command }
        }));
    });
    all
}

// The commands that do not depend on the organization's data. Reactive.
fn fixed_commands(filter: LinkFilter) -> Vec<Command> {
    let texts = texts();
    let page = |name: Pick, address: &str| Command::open(texts.common().page, name(texts), address);
    let mut all: Vec<Command> = all_links().map(|(link, _, name, _)| page(name, &filter.address(link))).collect();
    all.push(Command::open(texts.common().action, texts.common().new_run, RUN_START));
    all.push(Command::open(texts.common().action, texts.common().new_prompt, &paths::new_prompt()));
    let act = |name: String, action| Command { kind: texts.common().action, name, other_names: Vec::new(), action };
    let themes: [(Theme, Pick); 3] = [
        (Theme::Light, |t| t.frame().theme_light),
        (Theme::Dark, |t| t.frame().theme_dark),
        (Theme::System, |t| t.frame().theme_system),
    ];
    all.extend(
        themes.map(|(theme, name)| act(format!("{}: {}", texts.frame().theme, name(texts)), Action::Theme(theme))),
    );
    all.extend(Language::ALL.into_iter().map(|language| {
        act(format!("{}: {}", texts.frame().language, native_name(language)), Action::Language(language))
    }));
    all.push(act(texts.frame().saved_views.to_owned(), Action::SavedViews));
    all.push(act(texts.frame().print.to_owned(), Action::Print));
    all.push(act(texts.frame().shortcuts.to_owned(), Action::Shortcuts));
    all.push(act(texts.frame().sign_out.to_owned(), Action::SignOut));
    all
}

// The commands with every word in their names, those with a name that begins with the first word first.
fn matching_commands(all: &[Command], wanted: &str) -> Vec<Command> {
    let words: Vec<&str> = wanted.split_whitespace().collect();
    let first = words.first().copied().unwrap_or_default();
    let (mut begin, mut others) = (Vec::new(), Vec::new());
    for command in all {
        let names = comparable(&format!("{}\n{}", command.name, command.other_names.join("\n")));
        if !words.iter().all(|word| names.contains(word)) {
            continue;
        }
        let is_beginning = names.lines().any(|name| name.starts_with(first));
        if is_beginning { &mut begin } else { &mut others }.push(command.clone());
    }
    begin.append(&mut others);
    begin
}

// Lower case, and Hangul as its jamo: an unfinished syllable, or only its first consonant, is a part of the whole.
fn comparable(text: &str) -> String {
    lower_case(&String::from(JsString::from(text).normalize("NFKD")))
}
