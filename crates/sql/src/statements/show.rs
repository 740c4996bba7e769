//! SHOW.

use super::alter::PartitionSpec;
use super::drop::ObjectKind;
use crate::ast::{ObjectName, StringLiteral};
use crate::diagnostics::UNSUPPORTED_SYNTAX;
use crate::parser::{Parsed, Parser};
use crate::print::{Print, Printer};
use diag::{Diagnostic, Span};

#[derive(Clone, Debug, PartialEq)]
pub enum Show {
    Catalogs {
        like: Option<ShowLike>,
    },
    Databases {
        from: Option<ShowFrom>,
        like: Option<ShowLike>,
    },
    Tables {
        from: Option<ShowFrom>,
        like: Option<ShowLike>,
    },
    Views {
        from: Option<ShowFrom>,
        like: Option<ShowLike>,
    },
    MaterializedTables {
        from: Option<ShowFrom>,
        like: Option<ShowLike>,
    },
    Functions {
        user: bool,
        from: Option<ShowFrom>,
        like: Option<ShowLike>,
    },
    Procedures {
        from: Option<ShowFrom>,
        like: Option<ShowLike>,
    },
    Models {
        from: Option<ShowFrom>,
        like: Option<ShowLike>,
    },
    Connections {
        from: Option<ShowFrom>,
        like: Option<ShowLike>,
    },
    Columns {
        from: ShowFrom,
        like: Option<ShowLike>,
    },
    Partitions {
        table: ObjectName,
        partition: Option<PartitionSpec>,
    },
    Modules {
        full: bool,
    },
    CurrentCatalog,
    CurrentDatabase,
    Jars,
    Jobs,
    Create {
        kind: ObjectKind,
        or_alter: bool,
        name: ObjectName,
    },
    /// Interactive: which table options were set in this session.
    Overrides,
}

/// `{FROM | IN} name`
#[derive(Clone, Debug, PartialEq)]
pub struct ShowFrom {
    pub in_keyword: bool,
    pub name: ObjectName,
}

/// `[NOT] {LIKE | ILIKE} 'pattern'`
#[derive(Clone, Debug, PartialEq)]
pub struct ShowLike {
    pub negated: bool,
    pub ignore_case: bool,
    pub pattern: StringLiteral,
    pub span: Span,
}

/// Which patterns a SHOW takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Patterns {
    Like,
    LikeAndIlike,
}

const LISTINGS: &[&str] = &[
    "CATALOGS",
    "DATABASES",
    "TABLES",
    "VIEWS",
    "MATERIALIZED",
    "FUNCTIONS",
    "USER",
    "PROCEDURES",
    "MODELS",
    "CONNECTIONS",
    "COLUMNS",
    "PARTITIONS",
    "MODULES",
    "FULL",
    "CURRENT",
    "JARS",
    "JOBS",
    "CREATE",
    "OVERRIDES",
];

impl Parser<'_> {
    /// `SHOW ..`
    pub(crate) fn show(&mut self) -> Parsed<Show> {
        self.expect_keyword("SHOW")?;
        self.repair_keyword(LISTINGS);
        match self.eat_one_of(LISTINGS) {
            Some("CATALOGS") => Ok(Show::Catalogs { like: self.show_like(Patterns::LikeAndIlike)? }),
            Some("DATABASES") => self.listing(Patterns::LikeAndIlike, |from, like| Show::Databases { from, like }),
            Some("TABLES") => self.listing(Patterns::Like, |from, like| Show::Tables { from, like }),
            Some("VIEWS") => self.listing(Patterns::Like, |from, like| Show::Views { from, like }),
            Some("MATERIALIZED") => {
                self.expect_keyword("TABLES")?;
                self.listing(Patterns::Like, |from, like| Show::MaterializedTables { from, like })
            }
            Some("FUNCTIONS") => self.listing(Patterns::LikeAndIlike, |from, like| Show::Functions { user: false, from, like }),
            Some("USER") => {
                self.expect_keyword("FUNCTIONS")?;
                self.listing(Patterns::LikeAndIlike, |from, like| Show::Functions { user: true, from, like })
            }
            Some("PROCEDURES") => self.listing(Patterns::LikeAndIlike, |from, like| Show::Procedures { from, like }),
            Some("MODELS") => self.listing(Patterns::Like, |from, like| Show::Models { from, like }),
            Some("CONNECTIONS") => self.listing(Patterns::Like, |from, like| Show::Connections { from, like }),
            Some("COLUMNS") => {
                let Some(from) = self.show_from()? else { return Err(self.expected("")) };
                Ok(Show::Columns { from, like: self.show_like(Patterns::Like)? })
            }
            Some("PARTITIONS") => {
                let table = self.object_name("the name of a table")?;
                let partition = if self.at_keyword("PARTITION") { Some(self.partition_spec(false)?) } else { None };
                Ok(Show::Partitions { table, partition })
            }
            Some("MODULES") => Ok(Show::Modules { full: false }),
            Some("FULL") => self.expect_keyword("MODULES").map(|_| Show::Modules { full: true }),
            Some("CURRENT") => self.one_of_words(&[("CATALOG", Show::CurrentCatalog), ("DATABASE", Show::CurrentDatabase)]),
            Some("JARS") => Ok(Show::Jars),
            Some("JOBS") => Ok(Show::Jobs),
            Some("CREATE") => self.show_create(),
            Some("OVERRIDES") => Ok(Show::Overrides),
            _ => Err(self.foreign_listing()),
        }
    }

    /// What other databases show.
    fn foreign_listing(&mut self) -> crate::parser::Reported {
        let token = self.token();
        let text = self.text_of(token).to_uppercase();
        let help = match text.as_str() {
            "SCHEMAS" => "Flink calls them databases: SHOW DATABASES.",
            "INDEX" | "INDEXES" => "Flink SQL has no indexes.",
            "VARIABLES" | "OPTIONS" => "SET without anything behind it shows the configuration.",
            _ => return self.expected(""),
        };
        let flink = self.flink_text(token);
        let diagnostic = Diagnostic::error(UNSUPPORTED_SYNTAX, token.span, format!("Flink SQL has no SHOW {text}"));
        self.report(diagnostic.with_help(help).with_flink(flink))
    }

    fn listing(&mut self, patterns: Patterns, make: fn(Option<ShowFrom>, Option<ShowLike>) -> Show) -> Parsed<Show> {
        let from = self.show_from()?;
        let like = self.show_like(patterns)?;
        Ok(make(from, like))
    }

    /// `[{FROM | IN} name]`
    fn show_from(&mut self) -> Parsed<Option<ShowFrom>> {
        let in_keyword = match self.eat_one_of(&["FROM", "IN"]) {
            Some(word) => word == "IN",
            None => return Ok(None),
        };
        Ok(Some(ShowFrom { in_keyword, name: self.object_name("a name")? }))
    }

    /// `[[NOT] {LIKE | ILIKE} 'pattern']`
    fn show_like(&mut self, patterns: Patterns) -> Parsed<Option<ShowLike>> {
        let start = self.start();
        let negated = self.eat_keyword("NOT");
        let ignore_case = if self.eat_keyword("LIKE") {
            false
        } else if patterns == Patterns::LikeAndIlike && self.eat_keyword("ILIKE") {
            true
        } else if self.word() == "ILIKE" {
            let span = self.token().span;
            let diagnostic = Diagnostic::error(UNSUPPORTED_SYNTAX, span, "this SHOW takes LIKE, but not ILIKE");
            self.report(diagnostic.with_fix("Write LIKE", span, "LIKE").with_flink(self.flink_text(self.token())));
            self.bump();
            true
        } else if negated {
            return Err(self.expected(""));
        } else {
            return Ok(None);
        };
        let pattern = self.string_literal("a pattern as a string")?;
        Ok(Some(ShowLike { negated, ignore_case, pattern, span: self.span_from(start) }))
    }

    fn show_create(&mut self) -> Parsed<Show> {
        const KINDS: &[(&str, ObjectKind)] = &[
            ("TABLE", ObjectKind::Table),
            ("VIEW", ObjectKind::View),
            ("CATALOG", ObjectKind::Catalog),
            ("MODEL", ObjectKind::Model),
            ("CONNECTION", ObjectKind::Connection),
            ("MATERIALIZED", ObjectKind::MaterializedTable),
        ];
        let or_alter = self.eat_keywords("OR ALTER");
        let kind = if or_alter { self.one_of_words(&KINDS[5..])? } else { self.one_of_words(KINDS)? };
        if kind == ObjectKind::MaterializedTable {
            self.expect_keyword("TABLE")?;
        }
        Ok(Show::Create { kind, or_alter, name: self.object_name("a name")? })
    }
}

impl Print for Show {
    fn print(&self, p: &mut Printer) {
        p.text("SHOW ");
        match self {
            Show::Catalogs { like } => p.text("CATALOGS").optional(" ", like.as_ref()),
            Show::Databases { from, like } => print_listing("DATABASES", from, like, p),
            Show::Tables { from, like } => print_listing("TABLES", from, like, p),
            Show::Views { from, like } => print_listing("VIEWS", from, like, p),
            Show::MaterializedTables { from, like } => print_listing("MATERIALIZED TABLES", from, like, p),
            Show::Functions { user, from, like } => print_listing("FUNCTIONS", from, like, p.when(*user, "USER ")),
            Show::Procedures { from, like } => print_listing("PROCEDURES", from, like, p),
            Show::Models { from, like } => print_listing("MODELS", from, like, p),
            Show::Connections { from, like } => print_listing("CONNECTIONS", from, like, p),
            Show::Columns { from, like } => p.text("COLUMNS ").node(from).optional(" ", like.as_ref()),
            Show::Partitions { table, partition } => p.text("PARTITIONS ").node(table).optional(" ", partition.as_ref()),
            Show::Modules { full } => p.when(*full, "FULL ").text("MODULES"),
            Show::CurrentCatalog => p.text("CURRENT CATALOG"),
            Show::CurrentDatabase => p.text("CURRENT DATABASE"),
            Show::Jars => p.text("JARS"),
            Show::Jobs => p.text("JOBS"),
            Show::Create { kind, or_alter, name } => p.text("CREATE ").when(*or_alter, "OR ALTER ").text(kind.words()).text(" ").node(name),
            Show::Overrides => p.text("OVERRIDES"),
        };
    }
}

fn print_listing<'a>(word: &str, from: &Option<ShowFrom>, like: &Option<ShowLike>, p: &'a mut Printer) -> &'a mut Printer {
    p.text(word).optional(" ", from.as_ref()).optional(" ", like.as_ref())
}

impl Print for ShowFrom {
    fn print(&self, p: &mut Printer) {
        p.text(if self.in_keyword { "IN " } else { "FROM " }).node(&self.name);
    }
}

impl Print for ShowLike {
    fn print(&self, p: &mut Printer) {
        p.when(self.negated, "NOT ").text(if self.ignore_case { "ILIKE " } else { "LIKE " }).node(&self.pattern);
    }
}
