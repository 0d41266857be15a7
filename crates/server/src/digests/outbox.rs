//! Sending digests as e-mail.
//!
//! A mail is a row until a mail server has accepted or refused it. One whose process dies is sent again when its lease has expired, so
//! a recipient may get it twice: with the same `Message-ID`. Addresses are never logged.

use answerdeck_api::limits::DIGEST_ERROR_MAX;
use answerdeck_api::{DigestFindings, one_line};
use answerdeck_database::entity::{digest, digest_mail, digest_recipient, organization, unsubscribe_token};
use answerdeck_database::{begin, stored_json, with_write_lock};
use jiff::{SignedDuration, Timestamp};
use sea_orm::ActiveValue::Set;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, Condition, DatabaseTransaction, DbErr, EntityTrait, IntoActiveModel, QueryFilter,
    QueryOrder, QuerySelect,
};

use super::message::DigestMail;
use super::summary::Summary;
use crate::language::Language;
use crate::mail::{Mailer, SendError};
use crate::random::hash;
use crate::state::AppState;
use crate::worker::lease::Leasable;
use crate::worker::{INTERRUPTED_MAX, JobKind, retry_delay};

/// A mail of an older digest is no news.
const SENT_WITHIN: SignedDuration = SignedDuration::from_hours(48);
/// The error that an organization reads when the mail server refuses the login of the platform.
const LOGIN_REFUSED: &str = "the mail server of the platform sends no mails: its operator has to act";
/// The beginning of the secrets of links that end the e-mail to a recipient.
const TOKEN_PREFIX: &str = "adu_";

impl Leasable for digest_mail::Entity {
    const TABLE: &'static str = "digest_mails";
    const UNFINISHED: &'static str = "TRUE";
    const KIND: JobKind = JobKind::DigestMails;

    fn ids(row: &digest_mail::Model) -> (&str, &str) {
        (&row.id, &row.organization_id)
    }
}

/// Stores a mail of a digest for each recipient. Workers find them when the transaction is committed.
pub(super) async fn insert(
    app: &AppState,
    transaction: &DatabaseTransaction,
    organization_id: &str,
    digest_id: &str,
    language: &str,
    now: Timestamp,
) -> Result<(), DbErr> {
    if app.config.mailer.is_none() {
        return Ok(());
    }
    let recipients: Vec<String> = digest_recipient::Entity::find()
        .select_only()
        .column(digest_recipient::Column::Id)
        .filter(digest_recipient::Column::OrganizationId.eq(organization_id))
        .order_by_asc(digest_recipient::Column::Id)
        // Who removes one of them waits until its mail is stored.
        .lock_shared()
        .into_tuple()
        .all(transaction)
        .await?;
    let ids = app.random.ids::<String>(now, recipients.len());
    let mails = ids.into_iter().zip(recipients).map(|(id, recipient_id)| digest_mail::Model {
        id,
        organization_id: organization_id.to_owned(),
        digest_id: digest_id.to_owned(),
        recipient_id,
        language: language.to_owned(),
        attempts: 0,
        lease_until: None,
        lease_owner: None,
    });
    let mails = mails.map(IntoActiveModel::into_active_model);
    digest_mail::Entity::insert_many(mails).exec_without_returning(transaction).await?;
    app.notifications.of(JobKind::DigestMails).notify_one();
    JobKind::DigestMails.notify_workers(transaction).await
}

/// Makes an attempt.
pub(crate) async fn run(app: AppState, mailer: Mailer, mail: digest_mail::Model) -> Result<(), DbErr> {
    let database = &app.databases.jobs;
    let digest = digest::Entity::find_by_id(&mail.digest_id).one(database).await?;
    let recipient = digest_recipient::Entity::find_by_id(&mail.recipient_id).one(database).await?;
    let organization = organization::Entity::find_by_id(&mail.organization_id).one(database).await?;
    // All of them are deleted together with the mail.
    let (Some(digest), Some(recipient), Some(organization)) = (digest, recipient, organization) else { return Ok(()) };
    let created_at = Timestamp::from_millisecond(digest.created_at).unwrap_or_default();
    let now = app.clock.now();
    let given_up = match now.duration_since(created_at) > SENT_WITHIN {
        true => Some("it could not be sent in two days"),
        false => (mail.attempts > INTERRUPTED_MAX).then_some("it was interrupted too often"),
    };
    if let Some(reason) = given_up {
        return settle(&app, &mail, Err(SendError::Refused(reason.to_owned()))).await;
    }
    let found: DigestFindings = stored_json(digest.findings)?;
    let token = app.random.secret(TOKEN_PREFIX);
    let row = unsubscribe_token::Model {
        hash: hash(&token),
        organization_id: mail.organization_id.clone(),
        recipient_id: recipient.id.clone(),
        created_at: now.as_millisecond(),
    };
    let insert = unsubscribe_token::Entity::insert(row.into_active_model());
    with_write_lock(database, insert.exec_without_returning(database)).await?;
    let language = Language::parse(&mail.language).unwrap_or_default();
    let email = DigestMail {
        digest_id: &digest.id,
        summary: Summary::new(&found, language),
        created_at,
        organization: &organization.name,
        language,
        recipient_id: &recipient.id,
        address: &recipient.address,
        public_url: &app.config.public_url,
        token: &token,
    };
    let outcome = match email.message(&mailer.from) {
        Ok(message) => mailer.send(message).await,
        Err(error) => Err(SendError::Refused(error.to_string())),
    };
    settle(&app, &mail, outcome).await
}

/// Stores the outcome of an attempt. Does nothing if another worker has the mail, or the recipient was removed.
async fn settle(app: &AppState, mail: &digest_mail::Model, outcome: Result<(), SendError>) -> Result<(), DbErr> {
    let now = app.clock.now();
    let (error, delay) = match outcome {
        Ok(()) => (None, None),
        Err(SendError::Refused(reason)) => (Some(reason), None),
        Err(SendError::Failed(reason)) => (Some(reason), retry_delay(&app.random, mail.attempts)),
        Err(SendError::LoginRefused { code, .. }) => {
            tracing::warn!(code, "the mail server refuses the login: mails wait for the operator");
            (Some(LOGIN_REFUSED.to_owned()), retry_delay(&app.random, mail.attempts))
        }
    };
    let counted = match (&error, delay) {
        (None, _) => "sent",
        (Some(_), Some(_)) => "retried",
        (Some(_), None) => "failed",
    };
    let transaction = begin(&app.databases.jobs).await?;
    let recipient = digest_recipient::Entity::find_by_id(&mail.recipient_id).lock_exclusive().one(&transaction).await?;
    let Some(recipient) = recipient else { return Ok(()) };
    let own = Condition::all()
        .add(digest_mail::Column::Id.eq(&mail.id))
        .add(digest_mail::Column::LeaseOwner.eq(mail.lease_owner.clone()));
    let changed = match delay {
        None => digest_mail::Entity::delete_many().filter(own).exec(&transaction).await?.rows_affected,
        Some(delay) => {
            let change = digest_mail::ActiveModel {
                lease_until: Set(Some((now + delay).as_millisecond())),
                lease_owner: Set(None),
                ..Default::default()
            };
            digest_mail::Entity::update_many().set(change).filter(own).exec(&transaction).await?.rows_affected
        }
    };
    if changed == 0 {
        return Ok(());
    }
    let mut change = recipient.into_active_model();
    if error.is_none() {
        change.sent_at = Set(Some(now.as_millisecond()));
    }
    change.last_error = Set(error.map(|reason| one_line(&reason, DIGEST_ERROR_MAX)));
    change.update(&transaction).await?;
    transaction.commit().await?;
    app.prometheus.digest_mails.count(counted);
    Ok(())
}
