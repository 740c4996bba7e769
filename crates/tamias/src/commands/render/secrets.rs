//! `${secret:NAME}` with its value, for a file that only its owner can read.

use diag::{Result, Span};
use workspace::Secrets;

const PLACEHOLDER: &str = "${secret:";

/// A rendered script with the values of its secrets, all of which stand in strings.
pub(super) fn resolved(text: &str, secrets: &Secrets) -> Result<String> {
    let mut whole = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(PLACEHOLDER) {
        whole.push_str(before);
        let Some((name, after)) = after.split_once('}') else {
            whole.push_str(PLACEHOLDER);
            rest = after;
            continue;
        };
        let value = secrets.fill(&format!("{PLACEHOLDER}{name}}}"), Span::none())?;
        whole.push_str(&value.replace('\'', "''"));
        rest = after;
    }
    whole.push_str(rest);
    Ok(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_quoted_and_missing_ones_are_named() {
        let secrets = Secrets::new(|name| (name == "DB").then(|| "it's".to_owned()));
        assert_eq!(resolved("'a' = '${secret:DB}'", &secrets).expect("it has a value"), "'a' = 'it''s'");
        let error = resolved("'${secret:KEY}'", &secrets).expect_err("it has none");
        assert!(format!("{error:?}").contains("KEY"), "{error:?}");
    }
}
