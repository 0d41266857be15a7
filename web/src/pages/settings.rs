//! Settings: the organization and its credits, the models, the connection, that of AI apps, webhooks, digests, and how the
//! console looks. Uses `get_digest_settings`, `update_digest_settings`, `get_organization`, `get_credit_balance`, `list_models`,
//! `list_webhooks`, `create_webhook`, `update_webhook`, `delete_webhook`, `rotate_webhook_secret`, `test_webhook`,
//! `list_webhook_deliveries` and `resend_webhook_delivery`.

mod digests;
mod webhook_deliveries;
mod webhooks;

use answerdeck_api::Organization;
use leptos::prelude::*;

use crate::components::{CreditBalance, McpConnection, ModelList, RelativeTime, query_view};
use crate::format::region;
use crate::frame::{DensityChoice, LanguageChoice, ThemeChoice};
use crate::locale::{t, t_with};
use crate::overlay::SHORTCUTS_OPEN;
use crate::paths::RUNS;
use crate::queries::{Connection, ConnectionStatus, Query, use_organization};
use crate::server_address::server_url;
use crate::session::use_session;
use crate::ui::{Button, IconName, PageHeader, list_or_none, skeleton};

pub fn view() -> AnyView {
    let organization = use_organization();
    view! {
        <PageHeader title=t(|t| t.frame().settings) description=t(|t| t.settings().description) />
        <section class="section" aria-labelledby="settings-organization">
            <h2 id="settings-organization">{t(|t| t.settings().organization)}</h2>
            {query_view(organization, skeleton::<2>, organization_facts)}
        </section>
        <section class="section" aria-labelledby="settings-connection">
            <h2 id="settings-connection">{t(|t| t.settings().connection)}</h2>
            {connection_facts(organization)}
        </section>
        <section class="section" aria-labelledby="settings-models">
            <h2 id="settings-models">{t(|t| t.runs().models)}</h2>
            <ModelList />
        </section>
        <McpConnection />
        {digests::section()}
        {webhooks::section()}
        <section class="section" aria-labelledby="settings-display">
            <h2 id="settings-display">{t(|t| t.settings().display)}</h2>
            <div class="settings-choices">
                // The menu has groups of the same kind.
                <LanguageChoice group="settings-language" />
                <ThemeChoice group="settings-theme" />
                <DensityChoice group="settings-density" />
            </div>
            <div>
                <Button
                    label=t(|t| t.frame().shortcuts)
                    icon=IconName::Keyboard
                    on_click=|()| SHORTCUTS_OPEN.set(true)
                />
            </div>
        </section>
        <p class="muted">{t(|t| t.settings().also_kept)}</p>
    }
    .into_any()
}

fn organization_facts(organization: Organization) -> AnyView {
    let code = organization.region;
    let websites = organization.websites.into_iter().map(|website| view! { <li><bdi>{website}</bdi></li> }.into_any());
    view! {
        <dl class="properties">
            <dt>{t(|t| t.common().name)}</dt>
            <dd><bdi>{organization.name}</bdi></dd>
            <dt>{t(|t| t.common().region)}</dt>
            <dd>{t_with(move |_| region(&code))}</dd>
            <dt>{t(|t| t.common().websites)}</dt>
            <dd>{list_or_none(websites.collect(), "")}</dd>
            <dt>{t(|t| t.common().created)}</dt>
            <dd><RelativeTime at=organization.created_at /></dd>
            <dt>{t(|t| t.frame().credits)}</dt>
            <dd><CreditBalance href=RUNS /></dd>
        </dl>
    }
    .into_any()
}

fn connection_facts(organization: Query<Organization>) -> AnyView {
    let session = use_session();
    let connection: Connection = expect_context();
    let status = t_with(move |t| {
        let texts = t.settings();
        match connection.status() {
            ConnectionStatus::Connected if organization.failure().is_some() => texts.failing,
            ConnectionStatus::Connected => texts.connected,
            ConnectionStatus::Slow => texts.slow,
            ConnectionStatus::Offline => texts.offline,
            ConnectionStatus::Unreachable => texts.unreachable,
        }
        .to_owned()
    });
    let credential = t_with(move |t| {
        let texts = t.settings();
        if session.tokens().is_some() { texts.with_tokens } else { texts.with_key }.to_owned()
    });
    view! {
        <dl class="properties">
            <dt>{t(|t| t.settings().server)}</dt>
            <dd><code>{server_url()}</code></dd>
            <dt>{t(|t| t.common().status)}</dt>
            <dd><span role="status">{status}</span></dd>
            <dt>{t(|t| t.settings().signed_in)}</dt>
            <dd>{credential}</dd>
        </dl>
    }
    .into_any()
}
