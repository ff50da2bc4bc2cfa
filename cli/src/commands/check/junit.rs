//! Reports as JUnit XML: a suite a check, a case a finding, and one case that says what the check came to. Escapes what XML
//! cannot hold.

use std::fmt::Write;

use super::report::{Finding, Kind, Report, Verdict};

/// The document.
pub(super) fn rendered(reports: &[Report]) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"gatelog\">\n");
    for report in reports {
        suite(&mut out, report);
    }
    out.push_str("</testsuites>\n");
    out
}

fn suite(out: &mut String, report: &Report) {
    let check = escaped(&report.check);
    let own = u32::from(report.verdict() == Verdict::Pass);
    let total = report.findings().count() + own as usize;
    let (failures, errors) = (report.violations.len(), report.unverified.len());
    let skipped = report.warnings.len() + report.stand_downs.len();
    let _ = writeln!(
        out,
        "  <testsuite name=\"{check}\" tests=\"{total}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\">"
    );
    if own == 1 {
        let _ = writeln!(out, "    <testcase classname=\"gatelog.{check}\" name=\"passes\"/>");
    }
    for (kind, finding) in report.findings() {
        case(out, &check, kind, finding);
    }
    out.push_str("  </testsuite>\n");
}

fn case(out: &mut String, check: &str, kind: Kind, finding: &Finding) {
    let name = [finding.rule.as_str(), finding.subject.as_str()].join(" ");
    let place = finding
        .place
        .as_ref()
        .map_or_else(String::new, |place| format!(" file=\"{}\" line=\"{}\"", escaped(&place.file), place.line));
    let element = match kind {
        Kind::Violation => "failure",
        Kind::Unverified => "error",
        Kind::Warning | Kind::StandDown => "skipped",
    };
    let first = finding.message.lines().next().unwrap_or_default();
    let _ = writeln!(
        out,
        "    <testcase classname=\"gatelog.{check}\" name=\"{}\"{place}>\n      <{element} message=\"{}\">{}</{element}>\n    </testcase>",
        escaped(name.trim()),
        escaped(first),
        escaped(&finding.message),
    );
}

/// Text for an element or an attribute; characters that XML 1.0 has no place for become U+FFFD.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\t' => out.push_str("&#9;"),
            '\r' => out.push_str("&#13;"),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn xml_holds_any_text() {
        assert_eq!(escaped("a<b>&\"c\"\u{1}\n"), "a&lt;b&gt;&amp;&quot;c&quot;\u{fffd}&#10;");
    }
}
