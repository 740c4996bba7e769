//! Statements on materialized tables back to SQL.

use super::{AlterMaterializedTable, CreateMaterializedTable, DropPart, MaterializedTableAction, RefreshMode, StartMode, StartModeKind};
use crate::print::{Print, Printer};
use crate::statements::alter::print::{print_components, print_reset};
use crate::statements::create_table::print::{print_distribution, print_elements, print_partitioned_by, print_with};

impl Print for CreateMaterializedTable {
    fn print(&self, p: &mut Printer) {
        p.text("CREATE ").when(self.or_alter, "OR ALTER ").text("MATERIALIZED TABLE ").node(&self.name);
        print_elements(&self.elements, p);
        p.optional("\nCOMMENT ", self.comment.as_ref()).optional("\n", self.distribution.as_ref());
        print_partitioned_by(&self.partitioned_by, p);
        print_with(self.options.as_ref(), p);
        p.optional("\nSTART_MODE = ", self.start_mode.as_ref()).optional("\nFRESHNESS = ", self.freshness.as_ref());
        p.optional("\nREFRESH_MODE = ", self.refresh_mode.as_ref()).text("\nAS ").node(&self.query);
    }
}

impl Print for StartMode {
    fn print(&self, p: &mut Printer) {
        p.text(match self.kind {
            StartModeKind::FromBeginning => "FROM_BEGINNING",
            StartModeKind::FromNow => "FROM_NOW",
            StartModeKind::FromTimestamp => "FROM_TIMESTAMP",
            StartModeKind::ResumeOrFromBeginning => "RESUME_OR_FROM_BEGINNING",
            StartModeKind::ResumeOrFromNow => "RESUME_OR_FROM_NOW",
            StartModeKind::ResumeOrFromTimestamp => "RESUME_OR_FROM_TIMESTAMP",
        });
        if let Some(argument) = &self.argument {
            p.text("(").node(argument).text(")");
        }
    }
}

impl Print for RefreshMode {
    fn print(&self, p: &mut Printer) {
        p.text(match self {
            RefreshMode::Full => "FULL",
            RefreshMode::Continuous => "CONTINUOUS",
        });
    }
}

impl Print for AlterMaterializedTable {
    fn print(&self, p: &mut Printer) {
        p.text("ALTER MATERIALIZED TABLE ").node(&self.name).text(" ").node(&self.action);
    }
}

impl Print for MaterializedTableAction {
    fn print(&self, p: &mut Printer) {
        match self {
            MaterializedTableAction::Suspend => {
                p.text("SUSPEND");
            }
            MaterializedTableAction::Resume(options) => {
                p.text("RESUME").optional(" WITH ", options.as_ref());
            }
            MaterializedTableAction::Refresh(partition) => {
                p.text("REFRESH").optional(" ", partition.as_ref());
            }
            MaterializedTableAction::Set(options) => {
                p.text("SET ").node(options);
            }
            MaterializedTableAction::Reset { keys, .. } => print_reset(keys, p),
            MaterializedTableAction::SetFreshness(freshness) => {
                p.text("SET FRESHNESS = ").node(freshness);
            }
            MaterializedTableAction::SetRefreshMode(mode) => {
                p.text("SET REFRESH_MODE = ").node(mode);
            }
            MaterializedTableAction::ResetRefreshMode => {
                p.text("RESET REFRESH_MODE");
            }
            MaterializedTableAction::Add { elements, parentheses } => print_components(p.text("ADD "), elements, *parentheses),
            MaterializedTableAction::Modify { elements, parentheses } => print_components(p.text("MODIFY "), elements, *parentheses),
            MaterializedTableAction::Drop(part) => {
                p.text("DROP ").node(part);
            }
            MaterializedTableAction::AddDistribution(distribution) => print_distribution(distribution, p.text("ADD DISTRIBUTION")),
            MaterializedTableAction::ModifyDistribution(distribution) => print_distribution(distribution, p.text("MODIFY DISTRIBUTION")),
            MaterializedTableAction::As(query) => {
                p.text("AS ").node(query);
            }
        }
    }
}

impl Print for DropPart {
    fn print(&self, p: &mut Printer) {
        match self {
            DropPart::Columns { columns, parentheses } => print_components(p, columns, *parentheses),
            DropPart::PrimaryKey => {
                p.text("PRIMARY KEY");
            }
            DropPart::Constraint(name) => {
                p.text("CONSTRAINT ").node(name);
            }
            DropPart::Watermark => {
                p.text("WATERMARK");
            }
            DropPart::Distribution => {
                p.text("DISTRIBUTION");
            }
        }
    }
}
