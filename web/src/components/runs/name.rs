use answerdeck_api::{Run, RunId, Timestamp};

use crate::format::{day, short_run_id};
use crate::locale::Texts;
use crate::untrusted::quotation;

/// The maximum length of a name in characters.
const QUOTED_CHARS_MAX: usize = 80;
/// The maximum length of a short name in characters.
const SHORT_MAX: usize = 40;

/// The name of a run: its schedule or its prompt set, or its first prompt and the number of the others. The number of its items if
/// the platform sends no name.
pub fn run_name(run: &Run, texts: Texts) -> String {
    let texts = texts.runs();
    let Some(name) = &run.name else { return (texts.items)(run.total_count) };
    let name = quotation(name, QUOTED_CHARS_MAX);
    match (&run.schedule_id, &run.prompt_set_id, run.prompt_count) {
        (None, None, Some(prompts @ 2..)) => format!("{name} {}", (texts.and_more)(prompts - 1)),
        _ => name,
    }
}

/// The name of the run of an answer on one short line: that of the run, or else its id, and the day when it was started.
pub fn short_run_name(id: &RunId, name: Option<&str>, started_at: Option<&Timestamp>) -> String {
    let name = name.map_or_else(|| format!("…{}", short_run_id(id)), |name| quotation(name, SHORT_MAX));
    started_at.map_or_else(|| name.clone(), |at| format!("{name} · {}", day(at)))
}

/// The day when a run was started, and its name: in a narrow control, the end is cut off.
pub fn dated_run_name(run: &Run, texts: Texts) -> String {
    let name = quotation(&run_name(run, texts), SHORT_MAX);
    run.created_at.as_ref().map_or_else(|| name.clone(), |at| format!("{} · {name}", day(at)))
}

/// The name of a run in a list. All runs of a schedule have one name, so that theirs begin with the day.
pub fn listed_run_name(run: &Run, texts: Texts) -> String {
    if run.schedule_id.is_some() { dated_run_name(run, texts) } else { run_name(run, texts) }
}

/// The size of a run. Empty if its name says it.
pub fn run_size(run: &Run, texts: Texts) -> String {
    match (run.prompt_count, &run.models, run.repeat_count) {
        (Some(prompts), Some(models), Some(repeats)) => {
            (texts.runs().cost_formula)(prompts, models.len() as u64, repeats.into())
        }
        _ => String::new(),
    }
}
