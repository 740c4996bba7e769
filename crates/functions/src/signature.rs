//! Checking the arguments of a call, with Flink's words for what is wrong.
//!
//! A function states the forms it takes as families of types and calls [`Forms::check`]; a NULL or an undeclared type fits every family.
//! [`accept`] then makes the signature: the result is nullable when an argument is.
//!
//! ```
//! use table::function::{Argument, CallError, Signature};
//! use table::types::{MAX_LENGTH, TypeKind};
//! use tamias_functions::signature::{Family, Forms, accept};
//!
//! const FORMS: Forms = Forms { name: "LPAD", forms: &[&[Family::Character, Family::Integer, Family::Character]] };
//!
//! fn resolve(arguments: &[Argument]) -> Result<Signature, CallError> {
//!     FORMS.check(arguments)?;
//!     Ok(accept(arguments, &[TypeKind::Varchar(MAX_LENGTH), TypeKind::Int, TypeKind::Varchar(MAX_LENGTH)], TypeKind::Varchar(MAX_LENGTH)))
//! }
//! ```

use table::function::{Argument, CallError, Signature};
use table::types::{LogicalType, TypeKind};

/// The forms in which a function can be called.
#[derive(Clone, Copy, Debug)]
pub struct Forms {
    pub name: &'static str,
    /// The families of the arguments, one list for each form.
    pub forms: &'static [&'static [Family]],
}

/// A set of types that a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    Any,
    Boolean,
    Character,
    Binary,
    /// Text or bytes.
    String,
    Numeric,
    /// Numbers, in the newer wording of some messages.
    NumericType,
    /// Anything, in the newer wording of some messages.
    AnyType,
    /// Integers and DECIMAL.
    ExactNumeric,
    Integer,
    Date,
    Time,
    /// TIMESTAMP and TIMESTAMP_LTZ.
    Timestamp,
    /// DATE, TIME, TIMESTAMP, TIMESTAMP_LTZ.
    Datetime,
    DatetimeInterval,
    Array,
    Map,
}

impl Family {
    pub fn accepts(self, data_type: &LogicalType) -> bool {
        let kind = &data_type.kind;
        if matches!(kind, TypeKind::Null | TypeKind::Unknown) {
            return true;
        }
        match self {
            Family::Any | Family::AnyType => true,
            Family::Boolean => *kind == TypeKind::Boolean,
            Family::Character => kind.is_character(),
            Family::Binary => kind.is_binary(),
            Family::String => kind.is_character() || kind.is_binary(),
            Family::Numeric | Family::NumericType => kind.is_numeric(),
            Family::ExactNumeric => kind.is_integer() || matches!(kind, TypeKind::Decimal { .. }),
            Family::Integer => kind.is_integer(),
            Family::Date => *kind == TypeKind::Date,
            Family::Time => matches!(kind, TypeKind::Time { .. }),
            Family::Timestamp => kind.is_timestamp(),
            Family::Datetime => kind.is_datetime(),
            Family::DatetimeInterval => kind.is_interval(),
            Family::Array => matches!(kind, TypeKind::Array(_)),
            Family::Map => matches!(kind, TypeKind::Map(..)),
        }
    }

    /// As Flink's messages call it.
    pub fn text(self) -> &'static str {
        match self {
            Family::Any => "<ANY>",
            Family::Boolean => "<BOOLEAN>",
            Family::Character => "<CHARACTER>",
            Family::Binary => "<BINARY>",
            Family::String => "<STRING>",
            Family::Numeric => "<NUMERIC>",
            Family::NumericType => "<NUMERIC_TYPE>",
            Family::AnyType => "<ANY_TYPE>",
            Family::ExactNumeric => "<EXACT_NUMERIC>",
            Family::Integer => "<INTEGER>",
            Family::Date => "<DATE>",
            Family::Time => "<TIME>",
            Family::Timestamp => "<TIMESTAMP>",
            Family::Datetime => "<DATETIME>",
            Family::DatetimeInterval => "<DATETIME_INTERVAL>",
            Family::Array => "<ARRAY>",
            Family::Map => "<MAP>",
        }
    }
}

impl Forms {
    /// Accepts a call that fits one of the forms.
    pub fn check(&self, arguments: &[Argument]) -> Result<(), CallError> {
        if self.forms.iter().any(|form| fits(form, arguments)) {
            return Ok(());
        }
        if self.forms.iter().all(|form| form.len() != arguments.len()) {
            return Err(self.wrong_count(arguments.len()));
        }
        Err(self.refusal(arguments))
    }

    /// The refusal of arguments of the wrong types.
    pub fn refusal(&self, arguments: &[Argument]) -> CallError {
        let given = call_text(
            self.name,
            &arguments.iter().map(|a| format!("<{}>", a.data_type.validator_text().to_uppercase())).collect::<Vec<_>>(),
        );
        let forms: Vec<String> = self.forms.iter().map(|form| self.form_text(form)).collect();
        refuse(self.name, &given, &forms, arguments, self.wrong_argument(arguments))
    }

    fn wrong_count(&self, given: usize) -> CallError {
        let mut counts: Vec<usize> = self.forms.iter().map(|form| form.len()).collect();
        counts.sort_unstable();
        counts.dedup();
        let (first, last) = (counts.first().copied().unwrap_or(0), counts.last().copied().unwrap_or(0));
        let range = if first == last { first.to_string() } else { format!("{first} to {last}") };
        let noun = if range == "1" { "argument" } else { "arguments" };
        CallError::new(format!("function '{}' takes {range} {noun}, not {given}", self.name))
            .with_help(forms_help(&self.forms.iter().map(|form| self.form_text(form)).collect::<Vec<_>>()))
            .with_flink(format!("Invalid number of arguments to function '{}'. Was expecting {first} arguments", self.name))
    }

    fn form_text(&self, form: &[Family]) -> String {
        call_text(self.name, &form.iter().map(|family| family.text().to_owned()).collect::<Vec<_>>())
    }

    /// The first argument that no form of this length takes at its place.
    fn wrong_argument(&self, arguments: &[Argument]) -> Option<usize> {
        (0..arguments.len()).find(|&i| {
            let mut forms = self.forms.iter().filter(|form| form.len() == arguments.len());
            forms.all(|form| !form[i].accepts(&arguments[i].data_type))
        })
    }
}

fn fits(form: &[Family], arguments: &[Argument]) -> bool {
    form.len() == arguments.len() && form.iter().zip(arguments).all(|(family, argument)| family.accepts(&argument.data_type))
}

/// A refusal in Flink's shape: what was given and what could have been.
pub fn refuse(name: &str, given: &str, forms: &[String], arguments: &[Argument], argument: Option<usize>) -> CallError {
    let types: Vec<String> = arguments.iter().map(|a| a.data_type.kind.to_string()).collect();
    let message = format!("cannot apply '{name}' to {}", types.join(" and "));
    let supported: Vec<String> = forms.iter().map(|form| format!("'{form}'")).collect();
    let flink = format!("Cannot apply '{name}' to arguments of type '{given}'. Supported form(s): {}", supported.join("\n"));
    let mut error = CallError::new(message).with_help(forms_help(forms)).with_flink(flink);
    error.argument = argument;
    error
}

fn forms_help(forms: &[String]) -> String {
    let forms: Vec<String> = forms.iter().map(|form| form.replace(['<', '>'], "")).collect();
    let noun = if forms.len() == 1 { "The supported form is" } else { "The supported forms are" };
    format!("{noun} {}.", forms.join("; "))
}

/// `NAME(a, b)`; an operator is written between its operands.
fn call_text(name: &str, arguments: &[String]) -> String {
    let is_operator = !name.starts_with(|c: char| c.is_ascii_alphabetic()) || matches!(name, "AND" | "OR" | "NOT");
    match arguments {
        [operand] if is_operator => format!("{name}{operand}"),
        [left, right] if is_operator => format!("{left} {name} {right}"),
        _ => format!("{name}({})", arguments.join(", ")),
    }
}

/// The signature of an accepted call: arguments are cast to the given kinds and keep their nullability, the result is nullable
/// when one of them is. Arguments beyond the list keep their types.
pub fn accept(arguments: &[Argument], kinds: &[TypeKind], result: TypeKind) -> Signature {
    let cast = arguments.iter().enumerate().map(|(i, argument)| {
        let kind = kinds.get(i).cloned().unwrap_or_else(|| argument.data_type.kind.clone());
        LogicalType { kind, nullable: argument.data_type.nullable }
    });
    Signature { arguments: cast.collect(), result: LogicalType { kind: result, nullable: any_nullable(arguments) } }
}

/// The signature of a call whose arguments are taken as they are.
pub fn accept_as_is(arguments: &[Argument], result: LogicalType) -> Signature {
    Signature { arguments: arguments.iter().map(|a| a.data_type.clone()).collect(), result }
}

pub fn any_nullable(arguments: &[Argument]) -> bool {
    arguments.iter().any(|argument| argument.data_type.nullable)
}
