//! The session time zone: `table.local-time-zone`.

use chrono_tz::Tz;

/// A time zone by region id or by fixed offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Zone {
    Region(Tz),
    /// Seconds east of UTC.
    Offset(i32),
}

impl Zone {
    pub const UTC: Zone = Zone::Offset(0);
}
