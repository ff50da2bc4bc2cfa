//! Annotations of GitHub Actions: one workflow command a finding, and one line a check. Escapes what ends a command or a
//! property.

use std::fmt::Write;

use super::report::{Finding, Kind, Report};

/// The workflow commands.
pub(super) fn rendered(reports: &[Report]) -> String {
    let mut out = String::new();
    for report in reports {
        for (kind, finding) in report.findings() {
            let _ = writeln!(out, "{}", annotation(&report.check, kind, finding));
        }
        let _ = writeln!(out, "gatelog check {}: {}", report.check, report.verdict().word());
    }
    out
}

fn annotation(check: &str, kind: Kind, finding: &Finding) -> String {
    let level = match kind {
        Kind::Violation | Kind::Unverified => "error",
        Kind::Warning => "warning",
        Kind::StandDown => "notice",
    };
    let mut properties = Vec::new();
    if let Some(place) = &finding.place {
        properties.push(format!("file={}", property(&place.file)));
        if place.line > 0 {
            properties.push(format!("line={}", place.line));
        }
        if place.column > 0 {
            properties.push(format!("col={}", place.column));
        }
    }
    properties.push(format!("title={}", property(&format!("gatelog {check}: {}", finding.rule))));
    format!("::{level} {}::{}", properties.join(","), data(&finding.message))
}

/// The text of a command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::super::report::Place;
    use super::*;

    /// X3: a message cannot end its command, nor a file name its property.
    #[test]
    fn what_would_end_a_command_is_escaped() {
        let finding = Finding {
            place: Some(Place { file: "a,b:c.md".to_owned(), line: 3, column: 0 }),
            rule: "missing-row".to_owned(),
            subject: "x".to_owned(),
            message: "100 %\n::error::no".to_owned(),
            proof: String::new(),
        };
        let line = annotation("provenance", Kind::Warning, &finding);
        assert_eq!(
            line,
            "::warning file=a%2Cb%3Ac.md,line=3,title=gatelog provenance%3A missing-row::100 %25%0A::error::no"
        );
    }
}
