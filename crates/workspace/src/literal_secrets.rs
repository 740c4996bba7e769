//! Secrets that are written out in the files of a workspace.

use crate::definitions::Definitions;
use crate::diagnostics::LITERAL_SECRET;
use crate::secrets::has_secret;
use crate::settings::{Setting, Settings};
use crate::view::View;
use diag::secret::is_sensitive_key;
use diag::{Diagnostic, Severity, SourceId, Span};
use indexmap::IndexMap;
use options::secret::mask_credentials;
use sql::statements::create_table::{OptionKey, Options};
use sql::statements::set::SetTableValue;
use sql::statements::{Statement, StatementKind};
use sql::token::TokenKind;

impl View<'_> {
    /// The secrets that data sources and definitions hold.
    pub fn literal_secrets(&self, definitions: &Definitions) -> Vec<Diagnostic> {
        let mut finder = Finder { settings: &self.workspace.settings, found: Vec::new() };
        for (name, source) in &self.workspace.data_sources {
            finder.settings(name, &source.options);
        }
        for (name, options) in &self.environment.data_sources {
            finder.settings(&format!("{}_{name}", self.environment.name), options);
        }
        let tables = definitions.tables.iter().map(|table| (&table.name, table.node.options.as_ref()));
        let functions = definitions.functions.iter().map(|function| (&function.name, function.node.options.as_ref()));
        for (name, options) in tables.chain(functions) {
            finder.options(name, options, |_| true);
        }
        finder.found
    }

    /// The secrets that a script holds: in WITH, in hints, and behind SET. `text` is what the statements were read from.
    pub fn literal_secrets_of_script(&self, source: SourceId, text: &str, statements: &[Statement]) -> Vec<Diagnostic> {
        let mut finder = Finder { settings: &self.workspace.settings, found: Vec::new() };
        for statement in statements {
            match &statement.kind {
                // Keys that are strings are found among the tokens, wherever they stand.
                StatementKind::CreateTable(node) => {
                    finder.options(&node.name.last().value, node.options.as_ref(), |key| matches!(key, OptionKey::Name(_)));
                }
                StatementKind::SetTable(node) => {
                    let (Some(key), SetTableValue::Value(value)) = (node.path.parts.last(), &node.value) else { continue };
                    let owner = node.path.parts.iter().rev().nth(1).map_or("", |part| part.value.as_str());
                    finder.value(owner, &key.value, &value.text(), value.span(), true);
                }
                _ => {}
            }
        }
        finder.tokens(source, text);
        finder.found
    }
}

struct Finder<'s> {
    settings: &'s Settings,
    found: Vec<Diagnostic>,
}

impl Finder<'_> {
    fn settings(&mut self, owner: &str, options: &IndexMap<String, Setting>) {
        for (key, setting) in options {
            self.value(owner, key, &setting.text, setting.span, false);
        }
    }

    fn options(&mut self, owner: &str, options: Option<&Options>, is_meant: fn(&OptionKey) -> bool) {
        for entry in options.iter().flat_map(|options| &options.entries).filter(|entry| is_meant(&entry.key)) {
            self.value(owner, &entry.key.text(), &entry.value.text(), entry.value.span(), true);
        }
    }

    /// `'key' = 'value'`
    fn tokens(&mut self, source: SourceId, text: &str) {
        let tokens: Vec<_> = sql::lex(source, text).tokens.into_iter().filter(|token| !token.kind.is_comment()).collect();
        for window in tokens.windows(3) {
            let [key, equals, value] = window else { continue };
            if !(key.kind.is_string() && equals.kind == TokenKind::Equal && value.kind.is_string()) {
                continue;
            }
            let inner = |span: Span| text.get(span.start as usize + 1..(span.end as usize).saturating_sub(1)).unwrap_or_default();
            self.value("", inner(key.span), &inner(value.span).replace("''", "'"), value.span, true);
        }
    }

    fn value(&mut self, owner: &str, key: &str, text: &str, span: Span, is_sql: bool) {
        if text.is_empty() || has_secret(text) {
            return;
        }
        let is_secret = is_sensitive_key(key);
        if !is_secret && mask_credentials(text) == text {
            return;
        }
        let message = if is_secret { format!("the secret '{key}' is written out") } else { format!("'{key}' holds a password") };
        let mut diagnostic = Diagnostic::warning(LITERAL_SECRET, span, message);
        if self.settings.require_secret_refs {
            diagnostic.severity = Severity::Error;
        }
        let name = secret_name(owner, key);
        let help = format!("Keep the value outside, as {name}=.. in .env or in the environment.");
        self.found.push(if is_secret {
            let reference = if is_sql { format!("'${{secret:{name}}}'") } else { format!("${{secret:{name}}}") };
            diagnostic.with_fix(format!("Write {reference}"), span, reference).with_help(help)
        } else {
            diagnostic.with_help(format!("Write ${{secret:{name}}} in its place. {help}"))
        });
    }
}

/// `MYSQL_MAIN_PASSWORD`
fn secret_name(owner: &str, key: &str) -> String {
    let mut name = String::new();
    let mut was_lower = false;
    for c in [owner, key].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("_").chars() {
        if c.is_ascii_uppercase() && was_lower {
            name.push('_');
        }
        was_lower = c.is_ascii_lowercase();
        name.push(if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' });
    }
    name
}

#[cfg(test)]
mod tests {
    use super::secret_name;

    #[test]
    fn names_of_secrets_are_words() {
        assert_eq!(secret_name("mysql_main", "password"), "MYSQL_MAIN_PASSWORD");
        assert_eq!(secret_name("", "accessKey"), "ACCESS_KEY");
        assert_eq!(secret_name("t", "properties.sasl.jaas.config"), "T_PROPERTIES_SASL_JAAS_CONFIG");
    }
}
