//! Completion: what may stand at a place of a statement.

use super::names::Names;
use super::quotes::{Inside, inside};
use diag::SourceId;
use options::reference::{complete_keys, complete_values};
use options::{OptionGroup, TABLE_OPTIONS, config};
use sql::keywords::Keyword;
use sql::print::{needs_quotes, quote_identifier};
use sql::token::{Token, TokenKind};
use table::connector::ConnectorLookup;

/// What can be put in the place of the text from `start` to the cursor.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Completion {
    pub(super) start: usize,
    pub(super) candidates: Vec<Candidate>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    /// What is put into the line.
    pub(super) text: String,
    /// What the list shows.
    pub(super) label: String,
}

impl Candidate {
    fn plain(text: impl Into<String>) -> Self {
        let text = text.into();
        Candidate { label: text.clone(), text }
    }

    /// A name, in back-ticks where it needs them.
    fn name(name: String) -> Self {
        match needs_quotes(&name) {
            true => Candidate { text: quote_identifier(&name), label: name },
            false => Candidate::plain(name),
        }
    }
}

/// Keywords after which a table is named.
const BEFORE_TABLES: &[&str] = &["FROM", "JOIN", "INTO", "TABLE", "OVERWRITE", "DESCRIBE", "DESC", "VIEW", "UPDATE", "EXISTS"];

/// Words that begin a statement.
const STARTERS: &[&str] = &[
    "ADD JAR",
    "ALTER",
    "BEGIN STATEMENT SET;",
    "CLEAR;",
    "CREATE",
    "DESCRIBE",
    "DROP",
    "END;",
    "EXECUTE STATEMENT SET",
    "EXIT;",
    "EXPLAIN",
    "HELP;",
    "INSERT INTO",
    "INSERT OVERWRITE",
    "LOAD MODULE",
    "QUIT;",
    "RESET",
    "SELECT",
    "SET",
    "SHOW",
    "UNLOAD MODULE",
    "USE",
    "VALUES",
    "WITH",
];

/// Offers what may stand at the cursor of a text.
pub(super) fn complete(text: &str, cursor: usize, names: &dyn Names) -> Completion {
    let before = &text[..cursor];
    let statement = Statement::around(text, cursor);
    let (start, candidates) = match inside(before) {
        Inside::Comment => return Completion::default(),
        Inside::String(start) => (start, statement.in_string(start, names)),
        Inside::Backtick(start) => (start, statement.names(start - 1, names).into_iter().map(in_backticks).collect()),
        Inside::Nothing => {
            let start = word_start(before);
            (start, statement.words(start, &before[start..], names))
        }
    };
    let typed = before[start..].to_lowercase();
    let fits = |candidate: &Candidate| candidate.label.to_lowercase().starts_with(&typed);
    let mut fitting: Vec<Candidate> = Vec::new();
    for candidate in candidates.into_iter().filter(fits) {
        // The name of a function is often a keyword too.
        if !fitting.iter().any(|other| other.label == candidate.label) {
            fitting.push(candidate);
        }
    }
    Completion { start, candidates: fitting }
}

fn in_backticks(candidate: Candidate) -> Candidate {
    let quoted = quote_identifier(&candidate.label);
    Candidate { text: quoted[1..].to_owned(), label: candidate.label }
}

/// Where the word begins that ends at the end of the text.
fn word_start(text: &str) -> usize {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    text.char_indices().rev().take_while(|(_, c)| is_word(*c)).last().map_or(text.len(), |(at, _)| at)
}

/// The statement that the cursor is in.
struct Statement<'t> {
    text: &'t str,
    /// Without comments.
    tokens: Vec<Token>,
}

impl<'t> Statement<'t> {
    fn around(text: &'t str, cursor: usize) -> Self {
        let tokens: Vec<Token> = sql::lex(SourceId::NONE, text).tokens.into_iter().filter(|token| !token.kind.is_comment()).collect();
        let ends = |token: &Token| token.kind == TokenKind::Semicolon;
        let from = tokens.iter().rposition(|token| ends(token) && (token.span.end as usize) <= cursor).map_or(0, |index| index + 1);
        let rest = &tokens[from..];
        let to = rest.iter().position(|token| ends(token) || token.kind == TokenKind::End).unwrap_or(rest.len());
        Statement { text, tokens: rest[..to].to_vec() }
    }

    fn before(&self, at: usize) -> &[Token] {
        let count = self.tokens.iter().take_while(|token| (token.span.end as usize) <= at && (token.span.start as usize) < at).count();
        &self.tokens[..count]
    }

    fn written(&self, token: &Token) -> &'t str {
        self.text.get(token.span.start as usize..token.span.end as usize).unwrap_or_default()
    }

    /// A name without its back-ticks.
    fn name(&self, token: &Token) -> &'t str {
        self.written(token).trim_matches('`')
    }

    /// What may stand at a place outside of quotes.
    fn words(&self, at: usize, typed: &str, names: &dyn Names) -> Vec<Candidate> {
        let before = self.before(at);
        let Some(last) = before.last() else { return starters(typed) };
        if last.kind == TokenKind::Dot || self.wants_object(before) {
            return self.names(at, names);
        }
        let mut candidates = self.names(at, names);
        if !typed.is_empty() {
            candidates
                .extend(names.functions().into_iter().map(|name| Candidate { text: format!("{}(", in_case(&name, typed)), label: name }));
            candidates
                .extend(Keyword::all().map(|keyword| Candidate { text: in_case(keyword.text(), typed), label: keyword.text().to_owned() }));
        }
        candidates
    }

    fn wants_object(&self, before: &[Token]) -> bool {
        let word = before.last().map_or("", |token| token.kind.keyword().text());
        BEFORE_TABLES.contains(&word) || matches!(word, "USE" | "CATALOG" | "DATABASE")
    }

    /// The names of objects or columns that may stand at a place.
    fn names(&self, at: usize, names: &dyn Names) -> Vec<Candidate> {
        let before = self.before(at);
        let found = match before.last() {
            Some(dot) if dot.kind == TokenKind::Dot => {
                let path = self.path_before(&before[..before.len() - 1]);
                self.under(&path, names)
            }
            Some(last) => match last.kind.keyword().text() {
                "CATALOG" => names.catalogs(),
                "DATABASE" => names.databases(None),
                "USE" => names.databases(None).into_iter().chain(names.catalogs()).collect(),
                word if BEFORE_TABLES.contains(&word) => {
                    names.objects(&[]).into_iter().chain(names.databases(None)).chain(names.catalogs()).collect()
                }
                _ => self.tables().iter().flat_map(|(table, _)| names.columns(table)).collect(),
            },
            None => Vec::new(),
        };
        found.into_iter().map(Candidate::name).collect()
    }

    /// What may follow on a dotted path: columns of a table or alias, objects of a database, databases of a catalog.
    fn under(&self, path: &[&str], names: &dyn Names) -> Vec<String> {
        let mut found = Vec::new();
        if let [name] = path {
            let tables = self.tables();
            let table = tables.iter().find(|(table, alias)| alias.is_some_and(|alias| alias == *name) || table.last() == Some(name));
            if let Some((table, _)) = table {
                found.extend(names.columns(table));
            }
            found.extend(names.databases(Some(name)));
        }
        found.extend(names.objects(path));
        found
    }

    /// The dotted name that ends with the last token.
    fn path_before(&self, tokens: &[Token]) -> Vec<&'t str> {
        let mut path = Vec::new();
        let mut rest = tokens;
        while let [before @ .., name] = rest {
            if !matches!(name.kind, TokenKind::Word(_) | TokenKind::Backtick | TokenKind::Variable) {
                break;
            }
            path.insert(0, self.name(name));
            match before {
                [more @ .., dot] if dot.kind == TokenKind::Dot => rest = more,
                _ => break,
            }
        }
        path
    }

    /// The tables that the statement names, each with its alias.
    fn tables(&self) -> Vec<(Vec<&'t str>, Option<&'t str>)> {
        let mut tables = Vec::new();
        for (index, token) in self.tokens.iter().enumerate() {
            if !matches!(token.kind.keyword().text(), "FROM" | "JOIN" | "INTO" | "UPDATE") {
                continue;
            }
            let rest = &self.tokens[index + 1..];
            let length = rest.iter().enumerate().take_while(|(n, token)| (n % 2 == 1) == (token.kind == TokenKind::Dot)).count();
            let path = self.path_before(&rest[..length.min(path_length(rest))]);
            if path.is_empty() {
                continue;
            }
            let after = &rest[path.len() * 2 - 1..];
            let alias = match after {
                [word, name, ..] if word.kind.keyword().text() == "AS" => Some(self.name(name)),
                [name, ..] if is_name(name) => Some(self.name(name)),
                _ => None,
            };
            tables.push((path, alias));
        }
        tables
    }

    /// What may stand in a string: keys and values of options.
    fn in_string(&self, start: usize, names: &dyn Names) -> Vec<Candidate> {
        let before = self.before(start - 1);
        let Some(place) = self.option_place(before, names) else { return Vec::new() };
        match &place.key {
            None => {
                let given: Vec<&str> = place.given.iter().map(|(key, _)| key.as_str()).collect();
                let keys = complete_keys(&place.groups, &given).into_iter().map(|completion| completion.text);
                let fixed = if place.is_table { vec!["connector".to_owned()] } else { Vec::new() };
                let fixed = fixed.into_iter().filter(|key| !given.contains(&key.as_str()));
                fixed.chain(keys).map(|key| Candidate { text: format!("{key}' = '"), label: key }).collect()
            }
            Some(key) => values_of(key, &place).into_iter().map(|value| Candidate { text: format!("{value}'"), label: value }).collect(),
        }
    }

    /// Which options may be given behind some tokens.
    fn option_place(&self, before: &[Token], names: &dyn Names) -> Option<OptionPlace> {
        let key = match before {
            [.., key, equals] if equals.kind == TokenKind::Equal && key.kind == TokenKind::String => Some(unquoted(self.written(key))),
            _ => None,
        };
        let Some(open) = open_parenthesis(before) else {
            let is_set = matches!(before.first()?.kind.keyword().text(), "SET" | "RESET");
            return is_set.then(|| OptionPlace { key, given: Vec::new(), groups: config::groups(), is_table: false });
        };
        let (outer, inner) = (&before[..open], &before[open + 1..]);
        let word = outer.last().map(|token| self.written(token).to_ascii_uppercase())?;
        if !matches!(word.as_str(), "WITH" | "OPTIONS" | "SET" | "RESET") {
            return None;
        }
        let mut given = self.pairs(inner);
        let mut effective = given.clone();
        if word != "WITH" {
            let table = self.table_of_options(outer);
            effective.extend(names.table_options(&table).iter().map(|(key, value)| (key.to_owned(), value.text.clone())));
        }
        if word == "RESET" {
            given.clear();
        }
        Some(OptionPlace { key, given, groups: groups_for(&effective), is_table: word == "WITH" })
    }

    /// `'key' = 'value'` pairs that are complete.
    fn pairs(&self, tokens: &[Token]) -> Vec<(String, String)> {
        let triples = tokens.windows(3).filter(|window| {
            window[0].kind == TokenKind::String && window[1].kind == TokenKind::Equal && window[2].kind == TokenKind::String
        });
        triples.map(|window| (unquoted(self.written(&window[0])), unquoted(self.written(&window[2])))).collect()
    }

    /// The table before a hint, or of ALTER TABLE.
    fn table_of_options(&self, outer: &[Token]) -> Vec<&'t str> {
        match outer {
            [before @ .., hint, _] if hint.kind == TokenKind::HintStart => self.path_before(before),
            [before @ .., _] => self.path_before(before),
            [] => Vec::new(),
        }
    }
}

/// A place in a string where an option is given.
struct OptionPlace {
    /// The key whose value is wanted; `None` where a key is.
    key: Option<String>,
    given: Vec<(String, String)>,
    groups: Vec<OptionGroup>,
    /// The options of a new table, which begin with its connector.
    is_table: bool,
}

fn values_of(key: &str, place: &OptionPlace) -> Vec<String> {
    let known = connectors::Connectors;
    match key {
        "connector" => known.connectors().iter().map(|factory| factory.identifier().to_owned()).collect(),
        _ if key == "format" || key.ends_with(".format") => known.formats().iter().map(|format| format.identifier().to_owned()).collect(),
        _ => {
            let spec = place.groups.iter().find_map(|group| group.find(key));
            spec.map(complete_values).unwrap_or_default().into_iter().map(|completion| completion.text).collect()
        }
    }
}

/// The options of a connector and its formats.
fn groups_for(given: &[(String, String)]) -> Vec<OptionGroup> {
    let known = connectors::Connectors;
    let mut groups = Vec::new();
    for (key, value) in given {
        if let Some(factory) = known.connector(value).filter(|_| key == "connector") {
            groups.push(OptionGroup::connector(factory.identifier(), factory.options()));
            groups.push(OptionGroup::connector(factory.identifier(), TABLE_OPTIONS));
        }
        if let Some(outer) = key.strip_suffix("format").filter(|outer| outer.is_empty() || outer.ends_with('.')) {
            groups.extend(known.format(value).map(|format| OptionGroup::format(format.identifier(), format.options()).under(outer)));
        }
    }
    groups
}

fn starters(typed: &str) -> Vec<Candidate> {
    STARTERS.iter().map(|word| Candidate { text: in_case(word, typed), label: (*word).to_owned() }).collect()
}

/// A word of the language in the case of what was typed.
fn in_case(word: &str, typed: &str) -> String {
    let is_lower = typed.chars().next().is_some_and(char::is_lowercase);
    if is_lower { word.to_lowercase() } else { word.to_owned() }
}

fn unquoted(literal: &str) -> String {
    literal.trim_matches('\'').replace("''", "'")
}

fn is_name(token: &Token) -> bool {
    match token.kind {
        TokenKind::Word(keyword) => !keyword.is_reserved(),
        kind => kind == TokenKind::Backtick,
    }
}

/// How many tokens a dotted name at the beginning has.
fn path_length(tokens: &[Token]) -> usize {
    let mut length = 0;
    while tokens.get(length).is_some_and(is_name) {
        length += 1;
        if tokens.get(length).is_none_or(|token| token.kind != TokenKind::Dot) {
            return length;
        }
        length += 1;
    }
    length.saturating_sub(1)
}

/// The innermost parenthesis that is still open.
fn open_parenthesis(tokens: &[Token]) -> Option<usize> {
    let mut closed = 0;
    for (index, token) in tokens.iter().enumerate().rev() {
        match token.kind {
            TokenKind::RightParen => closed += 1,
            TokenKind::LeftParen if closed == 0 => return Some(index),
            TokenKind::LeftParen => closed -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use options::{Layer, Origin, TableOptions};

    struct Shop;

    impl Names for Shop {
        fn catalogs(&self) -> Vec<String> {
            vec!["default_catalog".into()]
        }

        fn databases(&self, catalog: Option<&str>) -> Vec<String> {
            if catalog.is_none_or(|catalog| catalog == "default_catalog") { vec!["shop".into()] } else { Vec::new() }
        }

        fn objects(&self, database: &[&str]) -> Vec<String> {
            match database {
                [] | ["shop"] | ["default_catalog", "shop"] => vec!["orders".into(), "order".into()],
                _ => Vec::new(),
            }
        }

        fn columns(&self, table: &[&str]) -> Vec<String> {
            if table.last() == Some(&"orders") { vec!["id".into(), "price".into(), "user".into()] } else { Vec::new() }
        }

        fn table_options(&self, table: &[&str]) -> TableOptions {
            let mut options = TableOptions::new();
            if table == ["orders"] {
                options.set("format", "csv", Origin::nowhere(Layer::Definition));
            }
            options
        }

        fn functions(&self) -> Vec<String> {
            vec!["PRINTF".into(), "UPPER".into()]
        }
    }

    /// The texts offered at the `|`.
    fn offered(text: &str) -> Vec<String> {
        let cursor = text.find('|').expect("it has a cursor");
        let completion = complete(&text.replace('|', ""), cursor, &Shop);
        completion.candidates.into_iter().map(|candidate| candidate.text).collect()
    }

    #[test]
    fn a_statement_begins_with_a_verb() {
        assert_eq!(offered("sel|"), ["select"]);
        assert_eq!(offered("SELECT 1; CR|"), ["CREATE"]);
    }

    #[test]
    fn tables_stand_behind_from() {
        assert_eq!(offered("SELECT * FROM or|"), ["orders", "`order`"]);
        assert_eq!(offered("SELECT * FROM `or|"), ["orders`", "order`"]);
        assert_eq!(offered("SELECT * FROM shop.|"), ["orders", "`order`"]);
        assert_eq!(offered("SELECT * FROM default_catalog.|"), ["shop"]);
        assert_eq!(offered("USE CATALOG |"), ["default_catalog"]);
    }

    #[test]
    fn columns_come_from_the_tables_of_the_statement() {
        assert_eq!(offered("SELECT pri| FROM orders")[..2], ["price", "printf("]);
        assert_eq!(offered("SELECT o.| FROM orders AS o"), ["id", "price", "`user`"]);
        assert_eq!(offered("SELECT * FROM orders o WHERE o.p|"), ["price"]);
        assert_eq!(offered("SELECT UPP| FROM orders"), ["UPPER("]);
    }

    #[test]
    fn strings_take_option_keys_and_values() {
        assert!(offered("SET 'table.exec.state.t|").contains(&"table.exec.state.ttl' = '".to_owned()));
        assert!(offered("SET 'execution.runtime-mode' = '|").contains(&"BATCH'".to_owned()));
        assert_eq!(offered("CREATE TABLE t (a INT) WITH ('conn|"), ["connector' = '"]);
        assert!(offered("CREATE TABLE t (a INT) WITH ('connector' = '|").contains(&"filesystem'".to_owned()));
        assert!(offered("CREATE TABLE t (a INT) WITH ('format' = 'csv', 'csv.ig|").contains(&"csv.ignore-parse-errors' = '".to_owned()));
        assert!(offered("SELECT * FROM orders /*+ OPTIONS('csv.nu|").contains(&"csv.null-literal' = '".to_owned()));
        assert_eq!(offered("SELECT 'or|"), Vec::<String>::new());
        assert_eq!(offered("SELECT 1 -- or|"), Vec::<String>::new());
    }
}
