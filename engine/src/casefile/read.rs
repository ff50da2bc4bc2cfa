//! Finds the sections of a file of cases. Knows nothing of what stands in them.

use super::{Caret, Case, CaseError, CaseFile, Expectation, Explanation};
use crate::diagnostic::Severity;

/// Reads a file of cases.
///
/// # Errors
/// If there is no case, a case expects nothing, or a section is unknown.
pub fn read_cases(name: &str, text: &str) -> Result<CaseFile, CaseError> {
    let mut file = CaseFile { name: name.to_owned(), text: text.to_owned(), program_end: 0, cases: Vec::new() };
    let mut code_line = 0;
    let mut end = 1;
    for (number, line) in (1u32..).zip(text.lines()) {
        end = number + 1;
        if let Some(section) = line.trim_start().strip_prefix("//-") {
            begin_section(&mut file, number, section.trim())?;
            continue;
        }
        if let Some(explanation) = open_explanation(&mut file) {
            match (line.trim(), line.trim_start().strip_prefix("//")) {
                ("", _) => {}
                (_, Some(text)) => explanation.text.push(text.strip_prefix(' ').unwrap_or(text).trim_end().to_owned()),
                _ => return Err(fault(number, "an explanation is written as comments; `//- case NAME` ends it")),
            }
            continue;
        }
        match caret(line, number, code_line) {
            Some(Ok(caret)) => match file.cases.last_mut() {
                Some(case) if case.expectations.is_empty() => case.carets.push(caret),
                _ => {
                    return Err(fault(number, "a caret stands where no case has its own facts and rules"));
                }
            },
            Some(Err(message)) => return Err(fault(number, message)),
            None => code_line = number,
        }
    }
    if file.cases.is_empty() {
        return Err(fault(1, "there is no case; `//- case NAME` begins one"));
    }
    close_section(&mut file, end);
    let silent = file.cases.iter().find(|case| !expects(case) && case.carets.is_empty());
    match silent {
        Some(case) => Err(fault(case.line, "the case expects nothing; `//- expect RELATION` lists rows")),
        None => Ok(file),
    }
}

fn expects(case: &Case) -> bool {
    !case.expectations.is_empty() || !case.explanations.is_empty()
}

/// The explanation that the coming line belongs to.
fn open_explanation(file: &mut CaseFile) -> Option<&mut Explanation> {
    let case = file.cases.last_mut()?;
    let expectation = case.expectations.last().map_or(0, |last| last.line);
    case.explanations.last_mut().filter(|last| last.line > expectation)
}

fn begin_section(file: &mut CaseFile, line: u32, section: &str) -> Result<(), CaseError> {
    close_section(file, line);
    let (word, rest) = section.split_once(' ').unwrap_or((section, ""));
    let rest = rest.trim();
    match (word, file.cases.last_mut()) {
        ("case", _) if rest.is_empty() => Err(fault(line, "the case has no name")),
        ("case", last) => {
            if last.is_none() {
                file.program_end = line;
            }
            file.cases.push(Case {
                name: rest.to_owned(),
                line,
                body: (line + 1, line + 1),
                expectations: Vec::new(),
                explanations: Vec::new(),
                carets: Vec::new(),
            });
            Ok(())
        }
        ("expect", Some(case)) => {
            let (relation, includes) = match rest.split_once(' ') {
                None => (rest, false),
                Some((relation, "includes")) => (relation, true),
                Some(_) => return Err(fault(line, "expected `//- expect RELATION [includes]`")),
            };
            if relation.is_empty() {
                return Err(fault(line, "expected `//- expect RELATION [includes]`"));
            }
            case.expectations.push(Expectation {
                relation: relation.to_owned(),
                includes,
                line,
                rows: (line + 1, line + 1),
            });
            Ok(())
        }
        ("explain" | "absent", Some(_)) if rest.is_empty() => {
            Err(fault(line, &format!("expected `//- {word} ATOM`, such as `//- {word} path(\"a\", _)`")))
        }
        ("explain" | "absent", Some(case)) => {
            case.explanations.push(Explanation {
                absent: word == "absent",
                atom: rest.to_owned(),
                line,
                text: Vec::new(),
                lines: (line + 1, line + 1),
            });
            Ok(())
        }
        ("expect" | "explain" | "absent", None) => {
            Err(fault(line, &format!("`//- {word}` stands before the first case")))
        }
        _ => Err(fault(
            line,
            &format!("there is no section `{word}`; there are `case`, `expect`, `explain` and `absent`"),
        )),
    }
}

/// Ends what is open at `line`.
fn close_section(file: &mut CaseFile, line: u32) {
    if let Some(explanation) = open_explanation(file) {
        explanation.lines.1 = line;
        return;
    }
    let Some(case) = file.cases.last_mut() else {
        return;
    };
    match case.expectations.last_mut() {
        Some(expectation) => expectation.rows.1 = line,
        None => case.body.1 = line,
    }
}

/// The caret comment that a line is: `//    ^ error[code] text`.
fn caret(line: &str, number: u32, target: u32) -> Option<Result<Caret, &'static str>> {
    let comment = line.trim_start().strip_prefix("//")?;
    let after = comment.trim_start().strip_prefix('^')?;
    let column = line.chars().take_while(|&character| character != '^').count();
    Some(expected(after.trim_start_matches('^').trim()).map(|(severity, code, text)| Caret {
        line: number,
        target,
        column: u32::try_from(column + 1).unwrap_or(u32::MAX),
        severity,
        code: code.to_owned(),
        text: text.to_owned(),
    }))
}

fn expected(text: &str) -> Result<(Severity, &str, &str), &'static str> {
    const FORM: &str = "expected `^ error[code] text` or `^ warning[code] text`";
    let (word, rest) = text.split_once('[').ok_or(FORM)?;
    let (code, text) = rest.split_once(']').ok_or(FORM)?;
    let severity = match word {
        "error" => Severity::Error,
        "warning" => Severity::Warning,
        _ => return Err(FORM),
    };
    Ok((severity, code, text.trim()))
}

fn fault(line: u32, message: &str) -> CaseError {
    CaseError { line, message: message.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::read_cases;

    #[test]
    fn sections_are_found() {
        let text = ".decl a(x:number)\n//- case one\na(1).\n//  ^ error[x] y z\n//- case two\n//- expect a\na(1).\n\n//- expect b includes\n";
        let file = read_cases("f", text).unwrap();
        assert_eq!(file.program_end, 2);
        let [one, two] = file.cases.as_slice() else { panic!("two cases") };
        assert_eq!((one.body, one.carets[0].target, one.carets[0].column), ((3, 5), 3, 5));
        assert_eq!((one.carets[0].code.as_str(), one.carets[0].text.as_str()), ("x", "y z"));
        assert_eq!(two.expectations[0].rows, (7, 9));
        assert!(two.expectations[1].includes);
        assert_eq!(two.expectations[1].rows, (10, 10));
    }

    #[test]
    fn explanations_are_comments() {
        let text = "//- case one\na(1).\n//- explain a(1)\n// a(1)\n//   ^ error[x] is no caret here\n\n//- expect a\na(1).\n//- absent a(2)\n// no a(2) is given\n";
        let file = read_cases("f", text).unwrap();
        let [one] = file.cases.as_slice() else { panic!("one case") };
        assert_eq!((one.body, one.expectations[0].rows, one.carets.len()), ((2, 3), (8, 9), 0));
        let [explain, absent] = one.explanations.as_slice() else { panic!("two explanations") };
        assert_eq!((explain.absent, explain.atom.as_str(), explain.lines), (false, "a(1)", (4, 7)));
        assert_eq!(explain.text, ["a(1)", "  ^ error[x] is no caret here"]);
        assert_eq!((absent.absent, absent.lines, absent.text.len()), (true, (10, 11), 1));
    }

    #[test]
    fn what_tests_nothing_is_an_error() {
        let message = |text: &str| read_cases("f", text).unwrap_err().to_string();
        assert!(message("a(1).\n").starts_with("1: there is no case"));
        assert!(message("//- case x\na(1).\n").starts_with("1: the case expects nothing"));
        assert!(message("//- case x\n//- expects a\n").starts_with("2: there is no section `expects`"));
        assert!(message("//- case x\n//- explain\n").starts_with("2: expected `//- explain ATOM`"));
        assert!(
            message("//- case x\n//- absent a(1)\na(1).\n").starts_with("3: an explanation is written as comments")
        );
        assert!(message("//- expect a\n").contains("before the first case"));
        assert!(message("//- case x\n// ^ oops\n").contains("expected `^ error[code]"));
    }
}
