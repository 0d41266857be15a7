//! The environment variables of the project. A misspelled one would silently leave its option unset, so it is an error.

use std::collections::BTreeSet;

use answerdeck_engine::config::RESERVED_PREFIX;

use super::error::CommandError;
use super::secret;

/// How much alike two names are, without the prefix, if one may be a misspelling of the other.
const LIKENESS_MIN: f64 = 0.8;
/// The names that other programs of the project read: its commands for developers, its tests, and the examples of the npm
/// package.
const OF_OTHER_PROGRAMS: [&str; 15] = [
    "ANSWERDECK_API_KEY",
    "ANSWERDECK_BENCH_PROVIDER",
    "ANSWERDECK_BINARY",
    "ANSWERDECK_FAULTS",
    "ANSWERDECK_FUZZ_KEYS",
    "ANSWERDECK_KEY",
    "ANSWERDECK_KILLS",
    "ANSWERDECK_LOST_RESPONSES",
    "ANSWERDECK_PROJECT",
    "ANSWERDECK_PROJECTS",
    "ANSWERDECK_SEED",
    "ANSWERDECK_SIEGE_SECONDS",
    "ANSWERDECK_TARBALL",
    "ANSWERDECK_TOOLS",
    "ANSWERDECK_URL",
];

/// Checks that each of these variables with the project's prefix is one that `command`, or another program of the
/// project, reads. Fails with the first unknown name, and the known name that is most like it if one is.
pub(super) fn check(command: &clap::Command, mut variables: impl Iterator<Item = String>) -> Result<(), CommandError> {
    let mut known = BTreeSet::new();
    add_variables(command, &mut known);
    let is_unknown = |name: &String| {
        name.starts_with(RESERVED_PREFIX)
            && !known.contains(name)
            && !OF_OTHER_PROGRAMS.contains(&name.as_str())
            && !is_of_kubernetes(name)
    };
    let Some(unknown) = variables.find(is_unknown) else { return Ok(()) };
    let likeness = |name: &str| {
        let [name, unknown] = [name, unknown.as_str()].map(|name| name.trim_start_matches(RESERVED_PREFIX));
        strsim::jaro_winkler(name, unknown)
    };
    let nearest = known.iter().map(|name| (likeness(name), name)).max_by(|(one, _), (other, _)| one.total_cmp(other));
    let hint = match nearest {
        Some((likeness, name)) if likeness >= LIKENESS_MIN => format!(": did you mean {name}?"),
        _ => ".".to_owned(),
    };
    Err(CommandError::of_usage(format!(
        "{unknown} is no environment variable of answerdeck{hint} Others, such as a key-env of the engines file names, must not \
         begin with {RESERVED_PREFIX}"
    )))
}

fn add_variables(command: &clap::Command, known: &mut BTreeSet<String>) {
    for argument in command.get_arguments() {
        known.extend(argument.get_env().map(|name| name.to_string_lossy().into_owned()));
        known.extend(secret::file_variable(argument));
    }
    command.get_subcommands().for_each(|command| add_variables(command, known));
}

/// Whether Kubernetes sets this variable for a service whose name begins with `answerdeck`.
///
/// Source: Kubernetes, Service, environment variables.
fn is_of_kubernetes(name: &str) -> bool {
    let has_port_number =
        name.split("_PORT_").skip(1).any(|rest| rest.starts_with(|digit: char| digit.is_ascii_digit()));
    name.ends_with("_SERVICE_HOST") || name.contains("_SERVICE_PORT") || name.ends_with("_PORT") || has_port_number
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::command::CommandLine;

    fn checked(name: &str) -> Result<(), CommandError> {
        check(&CommandLine::command(), [name.to_owned()].into_iter())
    }

    #[test]
    fn an_unknown_name_is_an_error_with_the_known_one_that_is_like_it() {
        for (unknown, hint) in [
            ("ANSWERDECK_PUBLICURL", ": did you mean ANSWERDECK_PUBLIC_URL?"),
            ("ANSWERDECK_ENGINE", ": did you mean ANSWERDECK_ENGINES?"),
            ("ANSWERDECK_TRUSTED_PROXY", ": did you mean ANSWERDECK_TRUSTED_PROXIES?"),
            ("ANSWERDECK_DATABSE", ": did you mean ANSWERDECK_DATABASE?"),
            ("ANSWERDECK_LISTEN_FILE", ": did you mean ANSWERDECK_LISTEN?"),
            ("ANSWERDECK_FOO", "."),
            ("ANSWERDECK_OPENAI", "."),
        ] {
            let message = format!(
                "{unknown} is no environment variable of answerdeck{hint} Others, such as a key-env of the engines file names, \
                 must not begin with ANSWERDECK_"
            );
            assert_eq!(checked(unknown), Err(CommandError::of_usage(message)));
        }
    }

    #[test]
    fn names_of_options_other_programs_and_kubernetes_are_known() {
        for name in [
            "ANSWERDECK_LOG",
            "ANSWERDECK_DATABASE",
            "ANSWERDECK_DATABASE_FILE",
            "ANSWERDECK_NAVER_AD_SECRET_FILE",
            "ANSWERDECK_TOOLS",
            "ANSWERDECK_PORT",
            "ANSWERDECK_SERVICE_HOST",
            "ANSWERDECK_API_SERVICE_PORT_HTTP",
            "ANSWERDECK_API_PORT_8080_TCP_ADDR",
            "PATH",
            "answerdeck_port",
        ] {
            assert_eq!(checked(name), Ok(()), "{name}");
        }
    }
}
