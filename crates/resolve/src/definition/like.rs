//! The LIKE clause: what a new table takes from another.

use super::create::TableBuilder;
use super::diagnostics::INVALID_LIKE;
use super::{Definer, SQL_VALIDATE, VALIDATION, parts};
use crate::diagnostics::{AMBIGUOUS_NAME, CATALOG_FAILURE};
use diag::Diagnostic;
use sql::statements::create_table::{Like, LikeFeature, LikeOption, MergeStrategy};
use std::sync::Arc;
use table::catalog::{CatalogObject, CatalogTable, Lookup};
use table::{Column, ColumnKind};

/// What happens to each feature that both tables have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strategies {
    pub(super) constraints: MergeStrategy,
    pub(super) distribution: MergeStrategy,
    pub(super) generated: MergeStrategy,
    pub(super) metadata: MergeStrategy,
    pub(super) options: MergeStrategy,
    pub(super) partitions: MergeStrategy,
    pub(super) watermarks: MergeStrategy,
}

/// INCLUDING ALL, OVERWRITING OPTIONS.
impl Default for Strategies {
    fn default() -> Self {
        Strategies { options: MergeStrategy::Overwriting, ..Strategies::all(MergeStrategy::Including) }
    }
}

impl Strategies {
    fn all(strategy: MergeStrategy) -> Self {
        Strategies {
            constraints: strategy,
            distribution: strategy,
            generated: strategy,
            metadata: strategy,
            options: strategy,
            partitions: strategy,
            watermarks: strategy,
        }
    }

    /// ALL sets the features that are not named.
    fn new(options: &[LikeOption]) -> Self {
        let all = options.iter().find(|option| option.feature == LikeFeature::All);
        let mut strategies = all.map_or_else(Strategies::default, |all| Strategies::all(all.strategy));
        for option in options {
            *match option.feature {
                LikeFeature::All => continue,
                LikeFeature::Constraints => &mut strategies.constraints,
                LikeFeature::Distribution => &mut strategies.distribution,
                LikeFeature::Generated => &mut strategies.generated,
                LikeFeature::Metadata => &mut strategies.metadata,
                LikeFeature::Options => &mut strategies.options,
                LikeFeature::Partitions => &mut strategies.partitions,
                LikeFeature::Watermarks => &mut strategies.watermarks,
            } = option.strategy;
        }
        strategies
    }
}

impl Definer<'_> {
    /// Starts a table with what the source of LIKE gives it.
    pub(super) fn inherit(&mut self, like: &Like) -> Option<TableBuilder> {
        self.check_like_options(&like.options);
        let source = self.like_source(like)?;
        let strategies = Strategies::new(&like.options);
        let takes = |strategy: MergeStrategy| strategy != MergeStrategy::Excluding;
        let takes_column = |column: &&Column| match column.kind {
            ColumnKind::Physical => true,
            ColumnKind::Computed(_) => takes(strategies.generated),
            ColumnKind::Metadata { .. } => takes(strategies.metadata),
        };
        let mut builder = TableBuilder::new(strategies);
        builder.schema.columns = source.schema.columns.iter().filter(takes_column).cloned().collect();
        builder.inherited = builder.schema.columns.len();
        if takes(strategies.watermarks) {
            builder.schema.watermark = source.schema.watermark.clone();
        }
        if takes(strategies.constraints) {
            builder.schema.primary_key = source.schema.primary_key.clone();
        }
        if takes(strategies.options) {
            builder.options = source.options.clone();
        }
        // Flink keeps these even when they are excluded, unless the new table has its own.
        builder.partition_keys = source.partition_keys.clone();
        builder.distribution = source.distribution.clone();
        Some(builder)
    }

    fn check_like_options(&mut self, options: &[LikeOption]) {
        for (i, option) in options.iter().enumerate() {
            let feature = feature_word(option.feature);
            if options[..i].iter().any(|earlier| earlier.feature == option.feature) {
                let diagnostic = Diagnostic::error(INVALID_LIKE, option.span, format!("{feature} is named twice"))
                    .with_flink(format!("{SQL_VALIDATE}: Each like option feature can be declared only once."));
                self.report(diagnostic);
            }
            let cannot_overwrite =
                matches!(option.feature, LikeFeature::All | LikeFeature::Constraints | LikeFeature::Distribution | LikeFeature::Partitions);
            if option.strategy == MergeStrategy::Overwriting && cannot_overwrite {
                let diagnostic = Diagnostic::error(INVALID_LIKE, option.span, format!("{feature} cannot be overwritten"))
                    .with_help(format!("Write EXCLUDING {feature}."))
                    .with_flink(format!("{SQL_VALIDATE}: Illegal merging strategy 'OVERWRITING' for '{feature}' option."));
                self.report(diagnostic);
            }
        }
    }

    fn like_source(&mut self, like: &Like) -> Option<Arc<CatalogTable>> {
        let names = parts(&like.source);
        let identifier = self.identifier(&like.source)?;
        let position = self.position(like.source.span);
        match self.context.catalogs.lookup(&names) {
            Ok(Lookup::Found(found)) => match found.object {
                CatalogObject::Table(table) => return Some(table),
                CatalogObject::View(_) => {
                    let flink = format!("{VALIDATION}: Source table '{identifier}' of the LIKE clause can not be a VIEW, at {position}");
                    let message = format!("'{}' is a view, and LIKE needs a table", like.source.text());
                    self.report(Diagnostic::error(INVALID_LIKE, like.source.span, message).with_flink(flink));
                }
            },
            Ok(Lookup::Ambiguous(here, there)) => {
                let message = format!("name '{}' is ambiguous", like.source.text());
                let note = format!("It means '{}' and '{}'.", here.identifier.summary(), there.identifier.summary());
                self.report(Diagnostic::error(AMBIGUOUS_NAME, like.source.span, message).with_note(note));
            }
            Ok(Lookup::NotFound) => {
                let flink = format!("{VALIDATION}: Source table '{identifier}' of the LIKE clause not found in the catalog, at {position}");
                let diagnostic = self.context.catalogs.unknown_table(&names, like.source.span).with_flink(flink);
                self.report(diagnostic);
            }
            Err(error) => self.report(Diagnostic::error(CATALOG_FAILURE, like.source.span, error.message)),
        }
        None
    }
}

fn feature_word(feature: LikeFeature) -> &'static str {
    match feature {
        LikeFeature::All => "ALL",
        LikeFeature::Constraints => "CONSTRAINTS",
        LikeFeature::Distribution => "DISTRIBUTION",
        LikeFeature::Generated => "GENERATED",
        LikeFeature::Metadata => "METADATA",
        LikeFeature::Options => "OPTIONS",
        LikeFeature::Partitions => "PARTITIONS",
        LikeFeature::Watermarks => "WATERMARKS",
    }
}
