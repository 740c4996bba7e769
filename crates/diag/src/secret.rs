//! Values that never print: which keys hold secrets, and how text is shown without them.

use std::borrow::Cow;
use std::ops::Range;

/// What stands in place of a secret.
pub const MASK: &str = "******";

/// Parts of keys whose values are secret; the list is Flink's own, with a few more names for the same things.
const SENSITIVE_PARTS: &[&str] = &[
    "password",
    "passwd",
    "secret",
    "fs.azure.account.key",
    "apikey",
    "api-key",
    "auth-params",
    "service-key",
    "token",
    "basic-auth",
    "jaas.config",
    "http-headers",
    "access.key",
    "accesskey",
    "access.key",
    "accesskey",
    "private-key",
    "private.key",
    "credential",
];

/// Tells whether the value of this key is secret.
pub fn is_sensitive_key(key: &str) -> bool {
    let key = key.to_ascii_lowercase();
    SENSITIVE_PARTS.iter().any(|part| key.contains(part))
}

/// Replaces secret values in a line of SQL, as in `'password' = 'abc'`, by as many stars as they have bytes, so that byte offsets hold.
pub fn mask_line(line: &str) -> Cow<'_, str> {
    let secrets = secret_literals(line);
    if secrets.is_empty() {
        return Cow::Borrowed(line);
    }
    let mut masked = line.to_string();
    for literal in secrets {
        let stars = "*".repeat(literal.len());
        masked.replace_range(literal, &stars);
    }
    Cow::Owned(masked)
}

/// The insides of the string literals that are assigned to a sensitive key.
fn secret_literals(line: &str) -> Vec<Range<usize>> {
    let mut secrets = vec![];
    let mut last_literal = "";
    let mut rest = 0;
    while let Some(open) = line[rest..].find('\'').map(|i| rest + i) {
        let literal = open + 1..closing_quote(line, open + 1);
        if let Some(head) = line[rest..open].trim_end().strip_suffix('=') {
            let bare_key = head.split_whitespace().next_back();
            if is_sensitive_key(bare_key.unwrap_or(last_literal)) {
                secrets.push(literal.clone());
            }
        }
        last_literal = &line[literal.clone()];
        rest = (literal.end + 1).min(line.len());
    }
    secrets
}

/// Where the literal that begins at `start` ends; a doubled quote does not end it.
fn closing_quote(line: &str, start: usize) -> usize {
    let mut at = start;
    while let Some(quote) = line[at..].find('\'').map(|i| at + i) {
        if !line[quote + 1..].starts_with('\'') {
            return quote;
        }
        at = quote + 2;
    }
    line.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_that_flink_hides_are_sensitive() {
        for key in ["PassWord", "my.secret", "fs.azure.account.key.x", "properties.sasl.jaas.config", "http-headers", "service-key"] {
            assert!(is_sensitive_key(key), "{key}");
        }
        for key in ["auth", "headers", "username", "path"] {
            assert!(!is_sensitive_key(key), "{key}");
        }
    }

    #[test]
    fn secret_literals_become_stars() {
        assert_eq!(mask_line("  'password' = 'it''s', 'path'='x'"), "  'password' = '*****', 'path'='x'");
        assert_eq!(mask_line("SET trade.t.password = 'abc';"), "SET trade.t.password = '***';");
        assert_eq!(mask_line("'token'='open"), "'token'='****");
        assert_eq!(mask_line("'password', 'abc'"), "'password', 'abc'");
    }
}
