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
    "access-key",
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

/// Replaces secret values in a line of SQL, as in `'password' = 'abc'`, or of settings, as in `password: abc`, by as many stars as they
/// have bytes, so that byte offsets hold. A placeholder of a secret stays.
pub fn mask_line(line: &str) -> Cow<'_, str> {
    let mut secrets = secret_literals(line);
    secrets.extend(secret_settings(line));
    secrets.extend(secret_argument(line));
    secrets.extend(secret_user_info(line));
    secrets.retain(|secret| !line[secret.clone()].starts_with("${secret:"));
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

/// The values of `key: value` and `{key: value, ..}`.
fn secret_settings(line: &str) -> Vec<Range<usize>> {
    let mut secrets = vec![];
    for (colon, _) in line.match_indices(": ") {
        let key = line[..colon].rsplit(|c: char| !(c.is_alphanumeric() || "_-.'\"".contains(c))).next().unwrap_or_default();
        let start = colon + 2 + (line[colon + 2..].len() - line[colon + 2..].trim_start().len());
        let is_named = matches!(key, "secrets" | "require_secret_refs") || line[start..].starts_with(['[', '{']);
        let is_flow = line[..colon].contains('{');
        let end = line[start..].find(|c| is_flow && matches!(c, ',' | '}')).map_or(line.trim_end().len(), |length| start + length);
        if is_sensitive_key(key) && !is_named && start < end {
            secrets.push(start..end);
        }
    }
    secrets
}

/// The passwords of `scheme://user:password@host`.
fn secret_user_info(line: &str) -> Vec<Range<usize>> {
    let passwords = line.match_indices("://").filter_map(|(at, _)| {
        let start = at + 3;
        let end = line[start..].find(['/', '?', '#', ' ', '\'', '"']).map_or(line.len(), |length| start + length);
        let at = start + line[start..end].rfind('@')?;
        Some(line[start..at].find(':').map_or(start, |colon| start + colon + 1)..at)
    });
    passwords.collect()
}

/// The value of an argument of the command line, `--set key=value`.
fn secret_argument(line: &str) -> Option<Range<usize>> {
    let equals = line.find('=').filter(|_| line.starts_with("--set ") || line.starts_with("-D "))?;
    let is_quoted = line[equals + 1..].trim_start().starts_with('\'');
    (is_sensitive_key(&line[..equals]) && !is_quoted).then_some(equals + 1..line.len())
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
        assert_eq!(mask_line("accessKey='abc', accessId='me'"), "accessKey='***', accessId='me'");
        assert_eq!(mask_line("'password' = '${secret:DB}'"), "'password' = '${secret:DB}'");
    }

    #[test]
    fn secret_settings_become_stars() {
        assert_eq!(mask_line("  password: hunter2 "), "  password: ******* ");
        assert_eq!(mask_line("o: {user: me, password: abc, x: y}"), "o: {user: me, password: ***, x: y}");
        assert_eq!(mask_line("secrets: {command: [pass, show]}"), "secrets: {command: [pass, show]}");
        assert_eq!(mask_line("password: ${secret:DB}"), "password: ${secret:DB}");
        assert_eq!(mask_line("--set t.password=abc"), "--set t.password=***");
        assert_eq!(mask_line("  url: jdbc:x://root:abc@db:1/s"), "  url: jdbc:x://root:***@db:1/s");
    }
}
