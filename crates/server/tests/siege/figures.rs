//! What is measured during an attack.

use std::collections::BTreeMap;
use std::time::Duration;

use super::attack::Attack;

/// The longest time that another organization may wait for 99 of 100 responses.
const OTHER_MAX: Duration = Duration::from_millis(250);
/// The longest time that 99 of 100 reads of `/health` may take.
const HEALTH_MAX: Duration = Duration::from_millis(50);
/// The most memory that the server may have.
const MEGABYTES_MAX: u64 = 300;

/// The figures of an attack.
#[derive(Debug, Default)]
pub(super) struct Figures {
    /// How long the other organization waited for each response.
    pub(super) times: Vec<Duration>,
    pub(super) health: Vec<Duration>,
    /// How long the other organization's run took.
    pub(super) run: Duration,
    /// How often the attacker got each status.
    pub(super) statuses: BTreeMap<u16, u32>,
    pub(super) usage: Usage,
}

impl Figures {
    pub(super) const HEADER: &'static str =
        "attack               p50 ms   p99 ms  health p99 ms  memory MB  processor s  run s  statuses";

    pub(super) fn row(&self, attack: Attack) -> String {
        let milliseconds = |time: Duration| time.as_secs_f64() * 1_000.0;
        let statuses: Vec<String> = self.statuses.iter().map(|(status, count)| format!("{status}×{count}")).collect();
        format!(
            "{:<20} {:>6.0} {:>8.0} {:>14.0} {:>10} {:>12.1} {:>6.1}  {}",
            format!("{attack:?}"),
            milliseconds(percentile(&self.times, 50)),
            milliseconds(percentile(&self.times, 99)),
            milliseconds(percentile(&self.health, 99)),
            self.megabytes(),
            self.usage.processor.as_secs_f64(),
            self.run.as_secs_f64(),
            statuses.join(" ")
        )
    }

    /// Whether the other organization, and the operator, hardly notice the attack.
    pub(super) fn are_within_bounds(&self) -> bool {
        percentile(&self.times, 99) <= OTHER_MAX
            && percentile(&self.health, 99) <= HEALTH_MAX
            && self.megabytes() <= MEGABYTES_MAX
    }

    fn megabytes(&self) -> u64 {
        self.usage.peak_kilobytes / 1_000
    }
}

/// The time that this many percent of the times are below.
fn percentile(times: &[Duration], percent: usize) -> Duration {
    let mut times = times.to_vec();
    times.sort_unstable();
    times[(times.len() * percent / 100).min(times.len() - 1)]
}

/// What a process used since it started. 0 where the system does not say.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Usage {
    processor: Duration,
    /// The peak of the resident memory.
    peak_kilobytes: u64,
}

impl Usage {
    pub(super) fn of(process: u32) -> Self {
        let read = |file: &str| std::fs::read_to_string(format!("/proc/{process}/{file}")).unwrap_or_default();
        let (status, stat) = (read("status"), read("stat"));
        let peak =
            status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse().ok());
        // Fields 14 and 15, in hundredths of a second. The name before them is in parentheses.
        let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields).split_whitespace();
        let ticks: u64 = fields.skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
        // The next peak begins with what is resident now.
        let _ = std::fs::write(format!("/proc/{process}/clear_refs"), "5");
        Self { processor: Duration::from_millis(10 * ticks), peak_kilobytes: peak.unwrap_or_default() }
    }

    /// What was used since an earlier moment.
    pub(super) fn since(self, earlier: &Self) -> Self {
        Self { processor: self.processor.saturating_sub(earlier.processor), ..self }
    }
}
