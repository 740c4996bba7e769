//! Values that never print.
//!
//! A value is secret when its option is declared so or its key is sensitive. Other values may still carry credentials inside: in the user
//! part of a URL, or in a JAAS login line.

use crate::OptionSpec;
pub use diag::secret::{MASK, is_sensitive_key};
use std::borrow::Cow;

/// The value as it may be shown; `spec` is the declaration of the key, where there is one.
pub fn shown<'a>(key: &str, value: &'a str, spec: Option<&OptionSpec>) -> Cow<'a, str> {
    if is_sensitive_key(key) || spec.is_some_and(|s| s.secret) {
        return Cow::Borrowed(MASK);
    }
    mask_credentials(value)
}

/// Hides the password of a URL and the password of a JAAS line inside a longer text.
pub fn mask_credentials(text: &str) -> Cow<'_, str> {
    let masked = mask_user_info(text);
    match mask_assignments(&masked) {
        Some(masked) => Cow::Owned(masked),
        None => masked,
    }
}

/// `scheme://user:password@host` becomes `scheme://user:******@host`.
fn mask_user_info(text: &str) -> Cow<'_, str> {
    let Some(start) = text.find("://").map(|i| i + 3) else { return Cow::Borrowed(text) };
    let end = text[start..].find(['/', '?', '#', ' ']).map_or(text.len(), |i| start + i);
    let Some(at) = text[start..end].rfind('@').map(|i| start + i) else { return Cow::Borrowed(text) };
    let password = text[start..at].find(':').map_or(start, |i| start + i + 1);
    Cow::Owned(format!("{}{MASK}{}", &text[..password], mask_user_info(&text[at..])))
}

/// `password="x"` and `password=x` become `password=******`, as in JAAS lines and in URL parameters.
fn mask_assignments(text: &str) -> Option<String> {
    let mut masked = String::new();
    let mut rest = text;
    while let Some(equals) = rest.find('=') {
        let (before, value) = rest.split_at(equals + 1);
        masked.push_str(before);
        let name = before[..equals].rsplit(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '-' | '_'))).next();
        rest = value;
        if is_sensitive_key(name.unwrap_or_default()) {
            masked.push_str(MASK);
            rest = &value[assigned_length(value)..];
        }
    }
    let changed = masked.len() + rest.len() != text.len() || masked.contains(MASK);
    masked.push_str(rest);
    changed.then_some(masked)
}

fn assigned_length(value: &str) -> usize {
    match value.chars().next() {
        Some(quote @ ('"' | '\'')) => value[1..].find(quote).map_or(value.len(), |i| i + 2),
        _ => value.find(['&', ';', ' ', ',']).unwrap_or(value.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sensitive_keys_and_declared_secrets_are_hidden() {
        let spec = OptionSpec::string("pin").secret();
        assert_eq!(shown("password", "abc", None), "******");
        assert_eq!(shown("pin", "1234", Some(&spec)), "******");
        assert_eq!(shown("user", "abc", None), "abc");
    }

    #[test]
    fn credentials_inside_other_values_are_hidden() {
        assert_eq!(mask_credentials("jdbc:mysql://root:a@b@db:3306/x?y=1"), "jdbc:mysql://root:******@db:3306/x?y=1");
        assert_eq!(mask_credentials("http://token@host/"), "http://******@host/");
        assert_eq!(mask_credentials("jdbc:x://h/db?user=a&password=b&z=1"), "jdbc:x://h/db?user=a&password=******&z=1");
        let jaas = "PlainLoginModule required username=\"u\" password=\"p q\";";
        assert_eq!(mask_credentials(jaas), "PlainLoginModule required username=\"u\" password=******;");
        assert_eq!(mask_credentials("file:///a@b/c=d"), "file:///a@b/c=d");
    }
}
