//! Lists and maps: `a;b;c` and `k:v,k:v`, with quotes, or in the one-line form of YAML, `[a, b]` and `{k: v}`.

use super::InvalidValue;
use indexmap::IndexMap;

/// Splits `a;b`, where items may be quoted, or `[a, b]`.
pub fn split_list(text: &str) -> Result<Vec<String>, InvalidValue> {
    let bracketed = text.trim().strip_prefix('[').and_then(|t| t.strip_suffix(']'));
    if let Some(items) = bracketed.and_then(flow_items) {
        return Ok(items);
    }
    split(text, ';')
        .map_err(|e| InvalidValue::new("a list", "Expected items separated by ';', such as 'a;b'.").flink("IllegalArgumentException", e))
}

/// Splits `k:v,k:v`, where entries, keys and values may be quoted, or `{k: v, k: v}`.
pub fn split_map(text: &str) -> Result<IndexMap<String, String>, InvalidValue> {
    let braced = text.trim().strip_prefix('{').and_then(|t| t.strip_suffix('}'));
    if let Some(entries) = braced.and_then(flow_items).and_then(|items| items.iter().map(|i| flow_entry(i)).collect()) {
        return Ok(entries);
    }
    let entries = split(text, ',').and_then(|items| items.iter().map(|item| split_entry(item)).collect());
    entries.map_err(|e| {
        InvalidValue::new("a map", "Expected entries separated by ',', such as 'k1:v1,k2:v2'.").flink("IllegalArgumentException", e)
    })
}

fn split_entry(item: &str) -> Result<(String, String), String> {
    let parts = split(item, ':')?;
    <[String; 2]>::try_from(parts)
        .map(|[key, value]| (key, value))
        .map_err(|_| "Map item is not a key-value pair (missing ':'?)".to_string())
}

/// Splits at a delimiter. An item in quotes keeps delimiters and blanks, and its quotes are doubled; others are trimmed. Nothing between
/// two delimiters is an empty item, nothing at either end is none.
fn split(text: &str, delimiter: char) -> Result<Vec<String>, String> {
    let chars: Vec<char> = text.chars().collect();
    let mut items = vec![];
    let mut at = 0;
    let mut after_delimiter = false;
    while at < chars.len() {
        let c = chars[at];
        if c == delimiter {
            if after_delimiter {
                items.push(String::new());
            }
            after_delimiter = true;
            at += 1;
        } else if c.is_whitespace() {
            at += 1;
        } else {
            let (item, end) = if matches!(c, '\'' | '"') { quoted(&chars, at, delimiter)? } else { unquoted(&chars, at, delimiter) };
            items.push(item);
            at = end;
            after_delimiter = false;
        }
    }
    Ok(items)
}

/// An item in quotes that starts at `start`, and the place after it, where a delimiter or the end must be.
fn quoted(chars: &[char], start: usize, delimiter: char) -> Result<(String, usize), String> {
    let quote = chars[start];
    let mut item = String::new();
    let mut at = start + 1;
    while at < chars.len() {
        if chars[at] != quote {
            item.push(chars[at]);
        } else if chars.get(at + 1) == Some(&quote) {
            item.push(quote);
            at += 1;
        } else {
            let next = (at + 1..chars.len()).find(|&i| !chars[i].is_whitespace());
            return match next {
                Some(i) if chars[i] != delimiter => Err(format!("Could not split string. Illegal quoting at position: {at}")),
                _ => Ok((item, next.unwrap_or(chars.len()))),
            };
        }
        at += 1;
    }
    Err("Could not split string. Quoting was not closed properly.".to_string())
}

fn unquoted(chars: &[char], start: usize, delimiter: char) -> (String, usize) {
    let end = (start..chars.len()).find(|&i| chars[i] == delimiter).unwrap_or(chars.len());
    let item: String = chars[start..end].iter().collect();
    (item.trim_end().to_string(), end)
}

/// The items of a YAML flow collection without nesting; `None` when it is something else. Quotes of entries are kept for [`flow_entry`].
fn flow_items(inside: &str) -> Option<Vec<String>> {
    if inside.trim().is_empty() {
        return Some(vec![]);
    }
    let mut items = vec![];
    let mut rest = inside;
    loop {
        let end = flow_item_end(rest)?;
        let item = rest[..end].trim();
        match rest[end..].strip_prefix(',') {
            Some(_) if item.is_empty() => return None,
            Some(more) => rest = more,
            None if item.is_empty() => return Some(items),
            None => {
                items.push(flow_scalar(item)?);
                return Some(items);
            }
        }
        items.push(flow_scalar(item)?);
    }
}

/// Where the first item ends: at a comma outside quotes, or at the end.
fn flow_item_end(text: &str) -> Option<usize> {
    let mut quote = None;
    let mut before = ' ';
    for (i, c) in text.char_indices() {
        match quote {
            Some(q) if c == q => quote = None,
            Some(_) => {}
            None if c == ',' => return Some(i),
            None if matches!(c, '\'' | '"') && !before.is_alphanumeric() => quote = Some(c),
            None if matches!(c, '[' | ']' | '{' | '}') || (c == '#' && before == ' ') => return None,
            None => {}
        }
        before = c;
    }
    quote.is_none().then_some(text.len())
}

/// A plain or quoted scalar; an entry `k: v` stays as it is.
fn flow_scalar(item: &str) -> Option<String> {
    if matches!(item, "null" | "~") {
        return None;
    }
    Some(unquote(item).unwrap_or_else(|| item.to_string()))
}

fn unquote(item: &str) -> Option<String> {
    if let Some(inside) = item.strip_prefix('\'').and_then(|t| t.strip_suffix('\'')) {
        return (!inside.replace("''", "").contains('\'')).then(|| inside.replace("''", "'"));
    }
    let inside = item.strip_prefix('"')?.strip_suffix('"')?;
    (!inside.replace("\\\"", "").contains('"'))
        .then(|| inside.replace("\\t", "\t").replace("\\n", "\n").replace("\\\"", "\"").replace("\\\\", "\\"))
}

fn flow_entry(item: &str) -> Option<(String, String)> {
    let (key, value) = item.split_once(": ")?;
    let plain = |text: &str| unquote(text.trim()).unwrap_or_else(|| text.trim().to_string());
    Some((plain(key), plain(value)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(text: &str) -> Vec<String> {
        split_list(text).unwrap_or_else(|e| vec![e.flink.unwrap_or_default()])
    }

    fn map(text: &str) -> String {
        match split_map(text) {
            Ok(map) => map.iter().map(|(k, v)| format!("{k}={v}")).collect::<Vec<_>>().join(", "),
            Err(e) => e.flink.unwrap_or_default(),
        }
    }

    #[test]
    fn lists_are_split_at_semicolons_outside_quotes() {
        assert_eq!(list("a;b;c"), ["a", "b", "c"]);
        assert_eq!(list("'a;b';c"), ["a;b", "c"]);
        assert_eq!(list("\"AB'D\";B"), ["AB'D", "B"]);
        assert_eq!(list("'it''s';x"), ["it's", "x"]);
        assert_eq!(list(" 'a ' ; b "), ["a ", "b"]);
        assert_eq!(list("a'b;c"), ["a'b", "c"]);
        assert_eq!(list("a\n;b"), ["a", "b"]);
    }

    #[test]
    fn an_empty_item_stands_between_two_delimiters() {
        for (text, items) in [("", 0), (";", 0), ("a;", 1), ("a;;", 2), ("a;;b", 3), ("''", 1), ("a;''", 2)] {
            assert_eq!(list(text).len(), items, "{text}");
        }
    }

    #[test]
    fn brackets_make_a_list_only_when_they_hold_plain_items() {
        assert_eq!(list("[a, \"b,c\"]"), ["a", "b,c"]);
        assert_eq!(list("['a;b', c]"), ["a;b", "c"]);
        assert_eq!(list("[a,]"), ["a"]);
        assert_eq!(list("[ ]"), [""; 0]);
        assert_eq!(list("['it''s']"), ["it's"]);
        assert_eq!(list("[a-z];[0-9]"), ["[a-z]", "[0-9]"]);
        assert_eq!(list("[a,,b]"), ["[a,,b]"]);
        assert_eq!(list("[a #b, c]"), ["[a #b, c]"]);
        assert_eq!(list("[a"), ["[a"]);
    }

    #[test]
    fn maps_are_split_at_commas_and_colons() {
        assert_eq!(map("k1:v1,k2:v2"), "k1=v1, k2=v2");
        assert_eq!(map(" a : b , c : d "), "a=b, c=d");
        assert_eq!(map("http:'//x'"), "http=//x");
        assert_eq!(map("\"k:v,w\",b:c"), "k=v,w, b=c");
        assert_eq!(map("{k1: v1, k2: 'v,2'}"), "k1=v1, k2=v,2");
        assert_eq!(map("{a:b}"), "{a=b}");
        assert_eq!(map(""), "");
        assert_eq!(map("a:b,"), "a=b");
    }

    #[test]
    fn wrong_quotes_and_entries_are_refused_in_flinks_words() {
        let refused = "java.lang.IllegalArgumentException: ";
        assert_eq!(list("'a"), [format!("{refused}Could not split string. Quoting was not closed properly.")]);
        assert_eq!(list("'a'b;c"), [format!("{refused}Could not split string. Illegal quoting at position: 2")]);
        for text in ["k", "k:v:w", "a:,b:1", "a:b,,c:d", "{a}"] {
            assert_eq!(map(text), format!("{refused}Map item is not a key-value pair (missing ':'?)"), "{text}");
        }
        assert_eq!(map("'k:1':v"), format!("{refused}Could not split string. Illegal quoting at position: 4"));
        assert_eq!(map("k:'a,b'"), format!("{refused}Could not split string. Quoting was not closed properly."));
    }
}
