//! The answers behind a figure of a brand. The code is loaded when they are opened: most visits only read the figures.

use answerdeck_api::metrics::AnswerMatchFilter;
use answerdeck_api::{Brand, BrandId};
use leptos::prelude::*;

use crate::components::RivalsChip;
use crate::forms::{AnswerFilters, PageFilters, brand_options};
use crate::lazy::lazy_part;
use crate::locale::{t, texts};
use crate::navigation::use_query_string;
use crate::pages::drill_down::{drill_down_answers, drill_down_finding};
use crate::paths::{BrandFigure, Rivals, brand_answers, figure_of};
use crate::queries::brands::use_all_brands;
use crate::reactive::{live_option, live_when};
use crate::router::use_router;
use crate::ui::SelectField;

lazy_part! {
    answers_of_figure: fn(BrandId, PageFilters) -> AnyView = view
}

fn view(id: BrandId, filters: PageFilters) -> AnyView {
    let (answers, figure) = (filters.params, use_query_string(figure_of));
    let router = use_router();
    let id = StoredValue::new(id);
    let shown = Memo::new(move |_| figure.get().map_or(BrandFigure::Named, |(figure, _)| figure));
    let rivals = Memo::new(move |_| figure.get().and_then(|(_, rivals)| rivals));
    let open = move |figure: BrandFigure, rivals: Option<&Rivals>| {
        let address = answers.with_untracked(|answers| id.with_value(|id| brand_answers(id, answers, figure, rivals)));
        router.navigate(&address, false);
    };
    let filter = move || {
        let [named, cited] = shown.get().conditions();
        let id_if = |condition: Option<bool>, is: bool| (condition == Some(is)).then(|| id.get_value());
        let mut filter = AnswerMatchFilter {
            names_brand_ids: id_if(named, true).into_iter().collect(),
            omits_brand_id: id_if(named, false),
            cites_brand_id: id_if(cited, true),
            cites_not_brand_id: id_if(cited, false),
            ..answers.get().counted_scope()?.into()
        };
        match rivals.get() {
            Some(Rivals::Cited(id)) => filter.cites_brand_id = Some(id),
            Some(Rivals::Named(ids)) => filter.names_brand_ids = ids,
            None => {}
        }
        Some(filter)
    };
    let counted = RwSignal::new(None);
    let options = Signal::derive(move || {
        let texts = texts().brands();
        let option = |(figure, name): (BrandFigure, &str)| {
            (name.to_owned(), (texts.answers_that)(figure.conditions()).to_owned())
        };
        BrandFigure::ALL.map(option).to_vec()
    });
    let choose = move |name: String| {
        let chosen = BrandFigure::ALL.into_iter().find(|(_, text)| *text == name);
        open(chosen.map_or(BrandFigure::Named, |(figure, _)| figure), rivals.get_untracked().as_ref());
    };
    let brands = use_all_brands();
    let is_other = move |brand: &Brand| id.with_value(|id| brand.id != *id);
    let has_others = move || brands.with(|brands| brands.is_some_and(|brands| brands.iter().any(is_other)));
    // The competitor that answers without the brand name, empty for any or none. `None` if it is not chosen here.
    let rival = Memo::new(move |_| match figure.get() {
        Some((BrandFigure::Unnamed, None)) => Some(String::new()),
        Some((BrandFigure::Unnamed, Some(Rivals::Named(ids)))) => {
            <[BrandId; 1]>::try_from(ids).ok().map(|[id]| String::from(id))
        }
        _ => None,
    });
    let rival_field = move || {
        let options = Signal::derive(move || {
            let others = brands.value().map(|brands| brands.into_iter().filter(is_other).collect());
            brand_options(texts().answers().any_brand, others, rival.get().filter(|id| !id.is_empty()))
        });
        let choose = move |chosen: String| {
            let rivals = chosen.parse::<BrandId>().ok().map(|id| Rivals::Named(vec![id]));
            open(BrandFigure::Unnamed, rivals.as_ref());
        };
        view! {
            <SelectField
                id="brand-rival"
                label=t(|t| t.brands().named_rival)
                options
                selected=Signal::derive(move || rival.get().unwrap_or_default())
                on_change=choose
            />
        }
    };
    let chip = move || {
        let rivals = rivals.get().filter(|_| rival.with(Option::is_none))?;
        Some(view! {
            <div class="chips">
                <RivalsChip rivals on_remove=move |()| open(shown.get_untracked(), None) />
            </div>
        })
    };
    view! {
        {drill_down_finding(
            counted,
            move || rivals.with(Option::is_some),
            move |t| (t.brands().answers_that)(shown.get().conditions()),
        )}
        <AnswerFilters filters />
        <div class="filters">
            <SelectField
                id="brand-figure"
                label=t(|t| t.brands().figure)
                options
                selected=Signal::derive(move || shown.get().text())
                on_change=choose
            />
            {live_when(
                move || rival.get().is_some_and(|chosen| !chosen.is_empty() || has_others()),
                rival_field,
            )}
        </div>
        {live_option(chip)}
        {drill_down_answers(answers, Some(filters.address), Memo::new(move |_| filter()), counted)}
    }
    .into_any()
}
