//! Flink SQL and its Dataphin extensions: text to syntax tree and back.
//!
//! This crate resolves no name and never fails: [`parse`] returns what it could read and the diagnostics.
//!
//! ```
//! # use tamias_sql as sql;
//! let text = "SELECT price FORM orders";
//! let script = sql::parse(diag::SourceId(0), text);
//! assert_eq!(script.diagnostics[0].message, "'FORM' is no keyword; did you mean 'FROM'?");
//! ```

pub mod ast;
pub mod diagnostics;
pub mod format;
pub mod keywords;
mod lexer;
mod parser;
pub mod print;
pub mod statements;
pub mod token;
pub mod walk;

pub use format::{FormatOptions, format};
pub use lexer::{Lexed, lex};
pub use parser::{Comment, Script, is_complete, parse, parse_data_type, parse_expression, parse_query};
