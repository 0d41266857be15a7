//! The text format of Prometheus. The library writes OpenMetrics, in which the description of a counter has not the name of its
//! samples, so that tools of the older format find none.

/// Writes OpenMetrics in the text format 0.0.4.
///
/// Source: Prometheus, exposition formats.
pub(super) fn prometheus_text(text: &str) -> String {
    let mut lines = text.lines().peekable();
    let mut written = String::with_capacity(text.len());
    let mut write = |line: &str| {
        written.push_str(line);
        written.push('\n');
    };
    while let Some(line) = lines.next() {
        // The type follows the description.
        let kind = lines.peek().and_then(|next| next.strip_prefix("# TYPE ")).and_then(|next| next.split_once(' '));
        match (line.strip_prefix("# HELP ").and_then(|rest| rest.split_once(' ')), kind) {
            (Some((name, help)), Some((_, kind))) => {
                let (suffix, kind) = match kind {
                    "counter" => ("_total", kind),
                    "info" => ("_info", "gauge"),
                    _ => ("", kind),
                };
                write(&format!("# HELP {name}{suffix} {help}"));
                write(&format!("# TYPE {name}{suffix} {kind}"));
                lines.next();
            }
            _ if line.starts_with("# ") => {}
            _ => write(line),
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_have_the_names_of_their_samples() {
        let open_metrics = "# HELP a_seconds A.\n# TYPE a_seconds gauge\n# UNIT a_seconds seconds\na_seconds 1\n\
            # HELP b B: # c.\n# TYPE b counter\nb_total{d=\"# e\"} 2\n# HELP f F.\n# TYPE f info\nf_info{g=\"1\"} 1\n# EOF\n";
        let text = "# HELP a_seconds A.\n# TYPE a_seconds gauge\na_seconds 1\n# HELP b_total B: # c.\n# TYPE b_total counter\n\
            b_total{d=\"# e\"} 2\n# HELP f_info F.\n# TYPE f_info gauge\nf_info{g=\"1\"} 1\n";
        assert_eq!(prometheus_text(open_metrics), text);
    }
}
