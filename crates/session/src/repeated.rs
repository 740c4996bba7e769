//! One mistake in a definition is found again at each statement that uses it. It is reported once, with how often it is used.

use diag::{Diagnostic, Span};

/// The findings of a script, each once.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    found: Vec<Found>,
}

#[derive(Debug)]
struct Found {
    diagnostic: Diagnostic,
    /// How often a statement elsewhere came upon it.
    statements: usize,
}

impl Findings {
    /// Adds what one statement came upon.
    pub(crate) fn add(&mut self, statement: Span, diagnostics: Vec<Diagnostic>) {
        for diagnostic in diagnostics {
            let place = diagnostic.span();
            let is_elsewhere = !place.is_none() && !holds(statement, place);
            let known = self.found.iter_mut().find(|known| !place.is_none() && is_same(&known.diagnostic, &diagnostic));
            match known {
                Some(known) if is_elsewhere => {
                    known.statements += 1;
                    // A warning of the definition may be an error where it is used.
                    if diagnostic.severity > known.diagnostic.severity {
                        known.diagnostic = diagnostic;
                    }
                }
                _ => self.found.push(Found { diagnostic, statements: usize::from(is_elsewhere) }),
            }
        }
    }

    pub(crate) fn into_diagnostics(self) -> Vec<Diagnostic> {
        let with_count = |Found { diagnostic, statements }| match statements {
            0 => diagnostic,
            1 => diagnostic.with_note("1 statement uses this definition."),
            more => diagnostic.with_note(format!("{more} statements use this definition.")),
        };
        self.found.into_iter().map(with_count).collect()
    }
}

fn holds(statement: Span, place: Span) -> bool {
    statement.source == place.source && statement.start <= place.start && place.end <= statement.end
}

fn is_same(one: &Diagnostic, other: &Diagnostic) -> bool {
    one.id == other.id && one.span() == other.span() && one.message == other.message
}

#[cfg(test)]
mod tests {
    use super::*;
    use diag::SourceId;

    fn at(start: u32, end: u32) -> Span {
        Span::new(SourceId(0), start, end)
    }

    #[test]
    fn a_mistake_of_a_definition_is_reported_once_with_how_often_it_is_used() {
        let mistake = || Diagnostic::error("x", at(3, 5), "wrong");
        let mut findings = Findings::default();
        findings.add(at(0, 10), vec![mistake()]);
        findings.add(at(11, 20), vec![mistake(), mistake()]);
        findings.add(at(21, 30), vec![Diagnostic::error("x", at(22, 23), "wrong")]);
        let found = findings.into_diagnostics();
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].notes, ["2 statements use this definition."]);
        assert!(found[1].notes.is_empty());
    }

    #[test]
    fn an_error_of_a_use_is_not_lost_behind_a_warning_of_the_definition() {
        let mut findings = Findings::default();
        findings.add(at(0, 10), vec![Diagnostic::warning("x", at(3, 5), "wrong")]);
        findings.add(at(11, 20), vec![Diagnostic::error("x", at(3, 5), "wrong")]);
        findings.add(at(21, 30), vec![Diagnostic::warning("x", at(3, 5), "wrong")]);
        let found = findings.into_diagnostics();
        assert_eq!(found.len(), 1);
        assert!(found[0].is_error());
        assert_eq!(found[0].notes, ["2 statements use this definition."]);
    }

    #[test]
    fn the_same_twice_in_one_statement_stays() {
        let mistake = || Diagnostic::error("x", at(3, 5), "wrong");
        let mut findings = Findings::default();
        findings.add(at(0, 10), vec![mistake(), mistake()]);
        assert_eq!(findings.into_diagnostics().len(), 2);
    }
}
