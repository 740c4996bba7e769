//! The diagnostics of reading text.

diag::diagnostics! {
    /// Every diagnostic that the lexer and the parser raise.
    pub static DIAGNOSTICS;
    SYNTAX_ERROR = Error "syntax-error": "the text is not Flink SQL at this place",
        "The grammar allows something else here; the message names it.";
    MISSPELT_KEYWORD = Error "misspelt-keyword": "a keyword is misspelt",
        "The word is no keyword, and a keyword that fits here is only a letter or two away.";
    UNKNOWN_STATEMENT = Error "unknown-statement": "no statement begins like this",
        "A statement begins with a word such as `SELECT`, `INSERT`, `CREATE`, `SET`.";
    RESERVED_WORD = Error "reserved-word": "a reserved word is used as a name",
        "Words such as `value`, `user`, `date` belong to the grammar. As a name, write them in back-ticks: `` `value` ``.";
    MISSING_COMMA = Error "missing-comma": "two elements of a list have no comma between them",
        "Elements of a list are separated by commas: `WITH ('connector' = 'kafka', 'format' = 'json')`.";
    EXTRA_COMMA = Error "extra-comma": "a list has a comma with nothing after it",
        "No comma stands after the last element of a list.";
    MISSING_SEMICOLON = Error "missing-semicolon": "two statements have no `;` between them",
        "Every statement of a script but the last one ends with `;`.";
    STRAY_SEMICOLON = Error "stray-semicolon": "a `;` stands inside parentheses",
        "A `;` ends the statement, so it cannot stand inside a list.";
    DOUBLE_QUOTES = Error "double-quotes": "double quotes are neither strings nor names",
        "Flink SQL writes strings in single quotes, `'text'`, and names in back-ticks, `` `name` ``.";
    FULL_WIDTH_CHARACTER = Error "full-width-character": "a punctuation mark is not the ASCII one",
        "Input methods for Chinese and Japanese produce `（ ） ， ；` and curved quotes; SQL needs `( ) , ;` and straight quotes.";
    UNEXPECTED_CHARACTER = Error "unexpected-character": "a character belongs to no token",
        "Outside of strings, comments and back-ticks the character has no meaning in Flink SQL.";
    UNCLOSED_STRING = Error "unclosed-string": "a string has no closing quote",
        "A string ends at the next single quote; a quote inside it is doubled: `'it''s'`.";
    UNCLOSED_NAME = Error "unclosed-name": "a name has no closing back-tick",
        "A name in back-ticks ends at the next back-tick; a back-tick inside it is doubled.";
    UNCLOSED_VARIABLE = Error "unclosed-variable": "a variable has no closing brace",
        "A variable is written `${name}`.";
    UNCLOSED_COMMENT = Error "unclosed-comment": "a comment or hint has no end",
        "A comment that begins with `/*` ends with `*/`. Comments do not nest.";
    UNCLOSED_PARENTHESIS = Error "unclosed-parenthesis": "a parenthesis is not closed",
        "Every `(` needs a `)`.";
    MISPLACED_HINT = Error "misplaced-hint": "a hint stands where none is read",
        "A table hint stands right after the name of the table, before the alias; a query hint right after `SELECT`.";
    UNSUPPORTED_OPERATOR = Error "unsupported-operator": "another dialect's operator",
        "Flink SQL writes it differently; the message says how.";
    UNSUPPORTED_SYNTAX = Error "unsupported-syntax": "another dialect's construct",
        "Flink SQL has no such construct; the message says what to write instead.";
    UNSUPPORTED_STATEMENT = Error "unsupported-statement": "another system's statement",
        "Flink SQL has no such statement; the message says what to do instead.";
    MISPLACED_CLAUSE = Error "misplaced-clause": "a clause stands at the wrong place",
        "The order of clauses is fixed; the message says where it belongs.";
    DUPLICATE_CLAUSE = Error "duplicate-clause": "what may be said once is said twice",
        "A table has at most one watermark.";
    INVALID_LITERAL = Error "invalid-literal": "a constant cannot be read",
        "The text of the constant does not have the form that its kind needs.";
    TOO_DEEPLY_NESTED = Error "too-deeply-nested": "expressions or queries are nested too deeply",
        "Parentheses, subqueries and chains of operators may nest up to 1500 levels.";
}
