//! Formats that are known for checking only: scripts for a cluster may use them, and nothing is read or written here.

use super::Format;
use diag::Diagnostic;
use options::{OptionSpec, ResolvedOptions};
use table::changelog::ChangelogMode;
use table::connector::{FormatInfo, MetadataKey};
use table::schema::Schema;
use table::types::LogicalType;

/// The key of a metadata column, and its type.
type Metadata = (&'static str, fn() -> LogicalType);

/// What is known of such a format.
pub(crate) struct DeclaredFormat {
    pub(super) identifier: &'static str,
    pub(super) doc: &'static str,
    pub(super) options: &'static [OptionSpec],
    pub(super) options_are_complete: bool,
    pub(super) changelog: ChangelogMode,
    /// The metadata columns that its messages offer, all read-only.
    pub(super) metadata: &'static [Metadata],
    pub(super) check: fn(&ResolvedOptions) -> Vec<Diagnostic>,
}

impl DeclaredFormat {
    /// A format of rows.
    pub(super) const fn rows(identifier: &'static str, doc: &'static str, options: &'static [OptionSpec]) -> Self {
        DeclaredFormat {
            identifier,
            doc,
            options,
            options_are_complete: true,
            changelog: ChangelogMode::InsertOnly,
            metadata: &[],
            check: |_| Vec::new(),
        }
    }

    /// A format of changes.
    pub(super) const fn changes(identifier: &'static str, doc: &'static str, options: &'static [OptionSpec]) -> Self {
        DeclaredFormat { changelog: ChangelogMode::Retract, ..Self::rows(identifier, doc, options) }
    }
}

impl std::fmt::Debug for DeclaredFormat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("DeclaredFormat").field(&self.identifier).finish()
    }
}

impl FormatInfo for DeclaredFormat {
    fn identifier(&self) -> &'static str {
        self.identifier
    }

    fn doc(&self) -> &'static str {
        self.doc
    }

    fn options(&self) -> &'static [OptionSpec] {
        self.options
    }

    fn options_are_complete(&self) -> bool {
        self.options_are_complete
    }

    fn runs(&self) -> bool {
        false
    }

    fn changelog(&self) -> ChangelogMode {
        self.changelog
    }

    fn check(&self, options: &ResolvedOptions, _schema: &Schema) -> Vec<Diagnostic> {
        (self.check)(options)
    }
}

impl Format for DeclaredFormat {
    fn metadata(&self) -> Vec<MetadataKey> {
        let readable = |(key, data_type): &Metadata| MetadataKey { key: (*key).to_owned(), data_type: data_type(), writable: false };
        self.metadata.iter().map(readable).collect()
    }
}
