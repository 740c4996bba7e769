//! Counts the forms of the values of one column, and decides its type.

use super::Sample;
use super::cell::{Form, IntegerSize, TimestampStyle, form_of};

/// How many values that do not fit are kept.
const SAMPLES: usize = 5;
/// A DECIMAL is proposed up to so many digits behind the point.
const MONEY_SCALE: usize = 4;
/// The most digits that a DECIMAL has.
const MAX_PRECISION: usize = 38;

/// Values with one kind of form.
#[derive(Debug, Default)]
pub(super) struct Group {
    pub(super) count: u64,
    pub(super) first: Vec<Sample>,
}

impl Group {
    fn add(&mut self, text: &str, place: impl FnOnce() -> (u64, u64)) {
        self.count += 1;
        if self.first.len() < SAMPLES {
            let (line, column) = place();
            self.first.push(Sample { line, column, text: text.to_owned() });
        }
    }
}

/// The groups, in the order of [`Tally::groups`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Boolean,
    Whole,
    Decimal,
    Float,
    ZeroPadded,
    Date,
    Time,
    Timestamp,
    TimestampUtc,
    IsoTimestamp,
    IsoTimestampUtc,
    Text,
}

const KINDS: usize = Kind::Text as usize + 1;

/// The values of one column so far.
#[derive(Debug, Default)]
pub(super) struct Tally {
    groups: [Group; KINDS],
    pub(super) empty: u64,
    /// Texts that may stand for a missing value.
    pub(super) null_like: Vec<(String, Group)>,
    size: Option<IntegerSize>,
    whole_digits: usize,
    /// The fewest and the most digits behind the point.
    fraction: Option<(usize, usize)>,
    second_fraction: usize,
}

/// What was decided about a column.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Verdict {
    pub(super) data_type: String,
    /// Whether timestamps have a `T` between date and time.
    pub(super) iso: bool,
    pub(super) odd: Vec<Sample>,
    pub(super) odd_count: u64,
    /// Why the type is not the one that most values suggest, as a sentence.
    pub(super) remark: Option<&'static str>,
}

impl Tally {
    /// Counts a value; `place` is asked only where the value may be shown.
    pub(super) fn add(&mut self, text: &str, place: impl FnOnce() -> (u64, u64)) {
        self.add_form(form_of(text), text, place);
    }

    /// Counts a value that is a text in its file, whatever it looks like, unless it is a point in time.
    pub(super) fn add_text(&mut self, text: &str, place: impl FnOnce() -> (u64, u64)) {
        let form = match form_of(text) {
            form @ (Form::Date | Form::Time { .. } | Form::Timestamp { .. }) => form,
            _ => Form::Text,
        };
        self.add_form(form, text, place);
    }

    fn add_form(&mut self, form: Form, text: &str, place: impl FnOnce() -> (u64, u64)) {
        let kind = match form {
            Form::Empty => {
                self.empty += 1;
                return;
            }
            Form::NullLike => return self.add_null_like(text, place),
            Form::Boolean => Kind::Boolean,
            Form::Integer { digits, fits } => {
                self.size = self.size.max(Some(fits));
                self.whole_digits = self.whole_digits.max(digits);
                Kind::Whole
            }
            Form::ZeroPadded => Kind::ZeroPadded,
            Form::Decimal { whole, fraction } => {
                self.whole_digits = self.whole_digits.max(whole);
                let (least, most) = self.fraction.unwrap_or((fraction, fraction));
                self.fraction = Some((least.min(fraction), most.max(fraction)));
                Kind::Decimal
            }
            Form::Float => Kind::Float,
            Form::Date => Kind::Date,
            Form::Time { fraction } => {
                self.second_fraction = self.second_fraction.max(fraction);
                Kind::Time
            }
            Form::Timestamp { fraction, style, utc } => {
                self.second_fraction = self.second_fraction.max(fraction);
                match (style, utc) {
                    (TimestampStyle::Sql, false) => Kind::Timestamp,
                    (TimestampStyle::Sql, true) => Kind::TimestampUtc,
                    (TimestampStyle::Iso, false) => Kind::IsoTimestamp,
                    (TimestampStyle::Iso, true) => Kind::IsoTimestampUtc,
                }
            }
            Form::Text => Kind::Text,
        };
        self.groups[kind as usize].add(text, place);
    }

    fn add_null_like(&mut self, text: &str, place: impl FnOnce() -> (u64, u64)) {
        let text = text.trim();
        let known = self.null_like.iter().position(|(known, _)| known == text);
        let index = known.unwrap_or_else(|| {
            self.null_like.push((text.to_owned(), Group::default()));
            self.null_like.len() - 1
        });
        self.null_like[index].1.add(text, place);
    }

    fn count(&self, kinds: &[Kind]) -> u64 {
        kinds.iter().map(|kind| self.groups[*kind as usize].count).sum()
    }

    /// How many values there are beside missing ones.
    pub(super) fn values(&self) -> u64 {
        self.groups.iter().map(|group| group.count).sum()
    }

    /// Decides the type.
    pub(super) fn verdict(&self) -> Verdict {
        let total = self.values();
        if total == 0 {
            return string(Some("It has no values, so its type is not known."));
        }
        if self.count(&[Kind::ZeroPadded]) > 0 && self.count(&[Kind::ZeroPadded, Kind::Whole]) == total {
            return string(Some("Its numbers have leading zeros, which only a STRING keeps."));
        }
        let most = self.families().into_iter().max_by_key(|(kinds, _)| self.count(kinds));
        let Some((kinds, data_type)) = most else { return string(None) };
        let fitting = self.count(kinds);
        if fitting < total && fitting.saturating_mul(100) <= total.saturating_mul(99) {
            return string(None);
        }
        let Some(data_type) = data_type else { return string(Some("Its numbers have more digits than any number type holds.")) };
        let misfits = (0..KINDS).filter(|index| !kinds.iter().any(|kind| *kind as usize == *index)).map(|index| &self.groups[index]);
        let mut odd: Vec<Sample> = misfits.flat_map(|group| group.first.iter().cloned()).collect();
        odd.sort_by_key(|sample| (sample.line, sample.column));
        odd.truncate(SAMPLES);
        let iso = kinds.iter().any(|kind| matches!(kind, Kind::IsoTimestamp | Kind::IsoTimestampUtc));
        Verdict { data_type, iso, odd, odd_count: total - fitting, remark: None }
    }

    /// Sets of forms that one type holds, with that type. A later one wins when it holds as many values, so the narrower come last.
    fn families(&self) -> [(&'static [Kind], Option<String>); 10] {
        let some = |text: &str| Some(text.to_owned());
        let precision = match self.second_fraction {
            0..=3 => 3,
            4..=6 => 6,
            _ => 9,
        };
        let time = if self.second_fraction == 0 { "TIME(0)" } else { "TIME(3)" };
        [
            (&[Kind::Whole, Kind::Decimal, Kind::Float], some("DOUBLE")),
            (&[Kind::Whole, Kind::Decimal], Some(self.decimal_type())),
            (&[Kind::Whole], self.whole_type()),
            (&[Kind::Boolean], some("BOOLEAN")),
            (&[Kind::Date], some("DATE")),
            (&[Kind::Time], some(time)),
            (&[Kind::Timestamp], Some(format!("TIMESTAMP({precision})"))),
            (&[Kind::TimestampUtc], Some(format!("TIMESTAMP_LTZ({precision})"))),
            (&[Kind::IsoTimestamp], Some(format!("TIMESTAMP({precision})"))),
            (&[Kind::IsoTimestampUtc], Some(format!("TIMESTAMP_LTZ({precision})"))),
        ]
    }

    /// DECIMAL for amounts, which have the same few digits behind the point everywhere; DOUBLE for measurements.
    fn decimal_type(&self) -> String {
        let whole = if self.size == Some(IntegerSize::Huge) { MAX_PRECISION } else { self.whole_digits };
        match self.fraction {
            Some((least, most)) if least == most && (1..=MONEY_SCALE).contains(&most) && whole + most <= 18 => {
                format!("DECIMAL(18, {most})")
            }
            _ => "DOUBLE".to_owned(),
        }
    }

    /// `None` when no type has so many digits.
    fn whole_type(&self) -> Option<String> {
        match self.size? {
            IntegerSize::Int => Some("INT".to_owned()),
            IntegerSize::BigInt => Some("BIGINT".to_owned()),
            IntegerSize::Huge => (self.whole_digits <= MAX_PRECISION).then(|| format!("DECIMAL({MAX_PRECISION}, 0)")),
        }
    }
}

fn string(remark: Option<&'static str>) -> Verdict {
    Verdict { data_type: "STRING".to_owned(), iso: false, odd: Vec::new(), odd_count: 0, remark }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally<'t>(texts: impl IntoIterator<Item = &'t str>) -> Tally {
        let mut tally = Tally::default();
        for (line, text) in texts.into_iter().enumerate() {
            tally.add(text, || (line as u64 + 1, 1));
        }
        tally
    }

    fn type_of<'t>(texts: impl IntoIterator<Item = &'t str>) -> String {
        tally(texts).verdict().data_type
    }

    #[test]
    fn the_type_holds_all_values() {
        assert_eq!(type_of(["1", "", "-7"]), "INT");
        assert_eq!(type_of(["1", "3000000000"]), "BIGINT");
        assert_eq!(type_of(["12345678901234567890"]), "DECIMAL(38, 0)");
        assert_eq!(type_of(["true", "False"]), "BOOLEAN");
        assert_eq!(type_of(["2024-01-01", "2024-12-31"]), "DATE");
        assert_eq!(type_of(["10:00:00"]), "TIME(0)");
        assert_eq!(type_of(["2024-01-01 10:00:00", "2024-01-01 10:00:00.123456"]), "TIMESTAMP(6)");
        assert_eq!(type_of(["2024-01-01 10:00:00Z"]), "TIMESTAMP_LTZ(3)");
        assert_eq!(type_of(["1", "a"]), "STRING");
        assert_eq!(type_of(["", ""]), "STRING");
    }

    #[test]
    fn amounts_are_decimals_and_measurements_are_doubles() {
        assert_eq!(type_of(["12.50", "0.99", "7"]), "DECIMAL(18, 2)");
        assert_eq!(type_of(["40.65", "-75.4404"]), "DOUBLE");
        assert_eq!(type_of(["12.50", "1e3"]), "DOUBLE");
        assert_eq!(type_of(["1.123456"]), "DOUBLE");
    }

    #[test]
    fn leading_zeros_make_a_text() {
        let verdict = tally(["02134", "94110"]).verdict();
        assert_eq!(verdict.data_type, "STRING");
        assert!(verdict.remark.is_some());
    }

    #[test]
    fn a_few_values_in_a_hundred_may_be_odd() {
        let mut texts = vec!["1.5"; 200];
        texts.push("north");
        let verdict = tally(texts.clone()).verdict();
        assert_eq!((verdict.data_type.as_str(), verdict.odd_count), ("DECIMAL(18, 1)", 1));
        assert_eq!(verdict.odd, [Sample { line: 201, column: 1, text: "north".into() }]);
        texts.truncate(20);
        texts.push("north");
        assert_eq!(type_of(texts), "STRING");
    }

    #[test]
    fn null_like_texts_do_not_count() {
        let tally = tally(["1", "NULL", "NULL", "n/a"]);
        assert_eq!(tally.verdict().data_type, "INT");
        assert_eq!(tally.null_like.iter().map(|(text, group)| (text.as_str(), group.count)).collect::<Vec<_>>(), [("NULL", 2), ("n/a", 1)]);
    }
}
