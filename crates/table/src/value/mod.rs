//! Single values of the logical types: literals, constants, option defaults.

mod arrays;

pub use arrays::{array_to_value, value_to_array, values_to_array};

use crate::text::{CellFormatter, Style};
use crate::types::LogicalType;
use crate::zone::Zone;

/// A value. Which logical type it belongs to is said beside it.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Null,
    Boolean(bool),
    /// TINYINT to BIGINT
    Int(i64),
    Float(f32),
    Double(f64),
    /// The unscaled value of a DECIMAL.
    Decimal(i128),
    /// CHAR, VARCHAR, and VARIANT as JSON text
    String(String),
    Bytes(Vec<u8>),
    /// Days since 1970-01-01
    Date(i32),
    /// Milliseconds of the day
    Time(i32),
    /// TIMESTAMP and TIMESTAMP_LTZ
    Timestamp(Timestamp),
    IntervalMonths(i32),
    IntervalMillis(i64),
    /// ARRAY
    Array(Vec<Value>),
    /// MAP, and MULTISET with counts
    Map(Vec<(Value, Value)>),
    Row(Vec<Value>),
}

/// A point on the time line: milliseconds since the epoch and nanoseconds within the millisecond.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp {
    pub millis: i64,
    /// 0 to 999,999
    pub nanos: u32,
}

impl Timestamp {
    pub fn from_nanos(nanos: i128) -> Self {
        Timestamp { millis: nanos.div_euclid(1_000_000) as i64, nanos: nanos.rem_euclid(1_000_000) as u32 }
    }

    pub fn as_nanos(self) -> i128 {
        i128::from(self.millis) * 1_000_000 + i128::from(self.nanos)
    }
}

impl Value {
    pub fn is_null(&self) -> bool {
        *self == Value::Null
    }

    /// The value as the client prints it; NULL is `NULL`.
    pub fn text(&self, data_type: &LogicalType, zone: Zone) -> diag::Result<String> {
        let mut out = String::new();
        if self.is_null() {
            out.push_str("NULL");
        } else {
            let array = value_to_array(self, data_type, 1)?;
            CellFormatter::new(data_type, zone, Style::Print).write(&array, 0, &mut out);
        }
        Ok(out)
    }
}
