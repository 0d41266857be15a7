//! The rules of alerts: list, create, edit and delete.

use answerdeck_api::AlertRule;
use leptos::prelude::*;

use crate::components::{query_view, rule_condition, rule_subject};
use crate::forms::{ALERT_RULE_FORM, AlertRuleForm, reopen};
use crate::locale::{t, t_with, texts};
use crate::queries::alerts::{use_deletions, use_rules};
use crate::queries::deletions::Deletions;
use crate::ui::{Button, Dialog, DialogState, IconName, MenuItem, RowMenu, Table, actions_head, skeleton, use_notices};
use crate::untrusted::visible;

pub(super) fn view() -> AnyView {
    let (rules, notices) = (use_rules(), use_notices());
    // `None` creates a rule.
    let dialog = DialogState::<AlertRule>::new();
    reopen(dialog, ALERT_RULE_FORM, move |id| {
        rules.with(|rules| rules?.iter().find(|rule| rule.id.as_str() == id).cloned())
    });
    let deletions = use_deletions();
    let saved = move |()| {
        let texts = texts().alerts();
        let message = if dialog.value().is_some() { texts.saved } else { texts.created };
        dialog.close();
        notices.notify(message.to_owned());
    };
    // A rule that was just deleted can be created again.
    let open = Callback::new(move |rule: Option<AlertRule>| {
        deletions.send();
        dialog.open(rule);
    });
    let title = t_with(move |t| if dialog.has_value() { t.alerts().edit_rule } else { t.alerts().new_rule }.to_owned());
    let list = move |rules: Vec<AlertRule>| {
        if rules.is_empty() {
            return view! { <p class="muted">{t(|t| t.alerts().no_rules)}</p> }.into_any();
        }
        let head = view! {
            <th scope="col">{t(|t| t.alerts().rule)}</th>
            <th scope="col" class="wide-only">{t(|t| t.alerts().fires)}</th>
            {actions_head()}
        }
        .into_any();
        let rows = rules.into_iter().map(|rule| row(rule, open, deletions)).collect_view().into_any();
        view! { <Table head rows /> }.into_any()
    };
    view! {
        <section class="section" aria-labelledby="alert-rules">
            <div class="section-head">
                <h2 id="alert-rules">{t(|t| t.alerts().rules)}</h2>
                <Button
                    label=t(|t| t.alerts().new_rule)
                    icon=IconName::Plus
                    is_new=true
                    on_click=move |()| open.run(None)
                />
            </div>
            {query_view(rules, skeleton::<2>, list)}
        </section>
        <Dialog open=dialog.is_open() title>
            <AlertRuleForm rule=dialog.value() on_saved=saved on_cancel=move |()| dialog.close() />
        </Dialog>
    }
    .into_any()
}

fn row(rule: AlertRule, open: Callback<Option<AlertRule>>, deletions: Deletions) -> AnyView {
    let id = rule.id.to_string();
    let [hidden, deleted] = std::array::from_fn(|_| id.clone());
    let has_no_brand = rule.brand.is_none() && rule.domain.is_none() && rule.brand_id.is_none();
    let rule = StoredValue::new(rule);
    let subject = Memo::new(move |_| visible(&rule.with_value(|rule| rule_subject(rule, texts()))));
    let [narrow_condition, wide_condition] =
        [(); 2].map(|()| t_with(move |t| rule.with_value(|rule| rule_condition(rule, t))));
    let note = has_no_brand.then(|| view! { <span class="cell-note">{t(|t| t.alerts().no_brand)}</span> });
    let delete = move || deletions.delete(vec![deleted.clone()], texts().alerts().deleted.to_owned());
    let items = vec![MenuItem::edit(move || open.run(Some(rule.get_value()))), MenuItem::delete(delete)];
    view! {
        <tr id=id hidden=move || deletions.is_hidden(&hidden)>
            <th scope="row">
                <bdi class="strong">{subject}</bdi>
                <span class="cell-note narrow-only">{narrow_condition}</span>
                {note}
            </th>
            <td class="wide-only">{wide_condition}</td>
            <RowMenu name=subject items />
        </tr>
    }
    .into_any()
}
