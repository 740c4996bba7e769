//! Text to path.

use super::filter::Filter;
use super::function::PathFunction;
use super::{Path, Step};

impl Path {
    /// `None` when the text is not a path. A path that does not begin with `$` or `@` begins at the document.
    pub(crate) fn compile(text: &str) -> Option<Path> {
        let trimmed = text.trim();
        if text.is_empty() || trimmed.ends_with('.') {
            return None;
        }
        let with_root = if trimmed.starts_with(['$', '@']) { trimmed.to_owned() } else { format!("$.{trimmed}") };
        let mut compiler = Compiler { rest: &with_root[1..], steps: Vec::new() };
        if !compiler.rest.is_empty() && !compiler.rest.starts_with(['.', '[']) {
            return None;
        }
        while !compiler.rest.is_empty() {
            compiler.step()?;
        }
        Some(Path { steps: compiler.steps, from_root: with_root.starts_with('$') })
    }
}

struct Compiler<'a> {
    rest: &'a str,
    steps: Vec<Step>,
}

impl<'a> Compiler<'a> {
    fn step(&mut self) -> Option<()> {
        if let Some(rest) = self.rest.strip_prefix("..") {
            self.steps.push(Step::Scan);
            self.rest = rest;
        } else if let Some(rest) = self.rest.strip_prefix('.') {
            self.rest = rest;
        }
        match self.rest.chars().next()? {
            '.' | ' ' => None,
            '[' => self.bracket(),
            '*' => {
                self.rest = &self.rest[1..];
                self.steps.push(Step::Wildcard);
                Some(())
            }
            _ => self.name(),
        }
    }

    /// `name` or `name()`
    fn name(&mut self) -> Option<()> {
        let end = self.rest.find(['.', '[', '(', ' ']).unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest;
        if rest.starts_with(' ') {
            return None;
        }
        let Some(arguments) = rest.strip_prefix('(') else {
            self.steps.push(Step::Properties(vec![name.to_owned()]));
            return Some(());
        };
        let close = closing(arguments, '(', ')')?;
        self.steps.push(Step::Function(PathFunction::compile(name, &arguments[..close])?));
        self.rest = &arguments[close + 1..];
        Some(())
    }

    fn bracket(&mut self) -> Option<()> {
        let inside = self.rest[1..].trim_start();
        match inside.chars().next()? {
            quote @ ('\'' | '"') => self.names(inside, quote),
            '*' => {
                self.rest = inside[1..].trim_start().strip_prefix(']')?;
                self.steps.push(Step::Wildcard);
                Some(())
            }
            '?' => {
                let condition = inside[1..].trim_start().strip_prefix('(')?;
                let close = closing(condition, '(', ')')?;
                self.steps.push(Step::Filter(Filter::compile(&condition[..close])?));
                self.rest = condition[close + 1..].trim_start().strip_prefix(']')?;
                Some(())
            }
            _ => {
                let close = inside.find(']')?;
                self.steps.push(places(&inside[..close])?);
                self.rest = &inside[close + 1..];
                Some(())
            }
        }
    }

    /// `'name', 'other']`
    fn names(&mut self, mut rest: &'a str, quote: char) -> Option<()> {
        let mut names = Vec::new();
        loop {
            let (name, after) = quoted(rest, quote)?;
            names.push(name);
            rest = after.trim_start();
            if let Some(after) = rest.strip_prefix(']') {
                self.rest = after;
                self.steps.push(Step::Properties(names));
                return Some(());
            }
            rest = rest.strip_prefix(',')?.trim_start();
        }
    }
}

/// `0`, `0, 2` and `1:3`
fn places(text: &str) -> Option<Step> {
    let bound = |text: &str| match text.trim() {
        "" => Some(None),
        number => number.parse::<i64>().ok().map(Some),
    };
    if let Some((from, to)) = text.split_once(':') {
        let (from, to) = (bound(from)?, bound(to)?);
        return (from.is_some() || to.is_some()).then_some(Step::Slice { from, to });
    }
    let indices = text.split(',').map(|index| index.trim().parse().ok());
    indices.collect::<Option<Vec<i64>>>().map(Step::Indices)
}

/// A text in quotes, with backslashes before characters, and what comes after it.
pub(super) fn quoted(text: &str, quote: char) -> Option<(String, &str)> {
    let mut content = String::new();
    let mut characters = text.strip_prefix(quote)?.chars();
    loop {
        match characters.next()? {
            '\\' => content.push(unescaped(&mut characters)?),
            c if c == quote => return Some((content, characters.as_str())),
            c => content.push(c),
        }
    }
}

fn unescaped(characters: &mut std::str::Chars<'_>) -> Option<char> {
    Some(match characters.next()? {
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'b' => '\u{8}',
        'f' => '\u{c}',
        'u' => {
            let digits = characters.as_str().get(..4)?;
            *characters = characters.as_str()[4..].chars();
            char::from_u32(u32::from_str_radix(digits, 16).ok()?)?
        }
        other => other,
    })
}

/// The place of the bracket that closes one opened before the text; brackets in quotes and patterns do not count.
pub(super) fn closing(text: &str, open: char, close: char) -> Option<usize> {
    let (mut depth, mut quote, mut escaped) = (0, None, false);
    for (at, c) in text.char_indices() {
        match quote {
            _ if escaped => escaped = false,
            _ if c == '\\' => escaped = true,
            Some(end) if c == end => quote = None,
            Some(_) => {}
            None if matches!(c, '\'' | '"' | '/') => quote = Some(c),
            None if c == open => depth += 1,
            None if c == close && depth == 0 => return Some(at),
            None if c == close => depth -= 1,
            None => {}
        }
    }
    None
}
