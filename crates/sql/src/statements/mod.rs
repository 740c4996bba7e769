//! Statements: one file for each family, with its nodes, its parser and its printer.

pub mod alter;
pub mod create;
pub mod create_table;
pub mod describe;
pub mod dml;
pub mod drop;
pub mod explain;
pub mod materialized_table;
pub mod module;
mod parse;
pub mod plan;
pub mod set;
pub mod show;
mod table_clauses;
pub mod use_;

use crate::ast::Query;
use crate::print::{Print, Printer, with_stack};
use diag::Span;

/// One statement of a script, with the place of its text (without the final `;`).
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    pub kind: StatementKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum StatementKind {
    Query(Box<Query>),
    Insert(Box<dml::Insert>),
    Update(Box<dml::Update>),
    Delete(Box<dml::Delete>),
    Truncate(dml::Truncate),
    /// `EXECUTE STATEMENT SET BEGIN .. END` and `STATEMENT SET BEGIN .. END`
    StatementSet(Box<dml::StatementSet>),
    /// `BEGIN STATEMENT SET`
    BeginStatementSet,
    /// `END`
    EndStatementSet,
    CreateTable(Box<create_table::CreateTable>),
    CreateView(Box<create::CreateView>),
    CreateCatalog(create::CreateCatalog),
    CreateDatabase(create::CreateDatabase),
    CreateFunction(create::CreateFunction),
    CreateModel(Box<create::CreateModel>),
    CreateConnection(create::CreateConnection),
    CreateMaterializedTable(Box<materialized_table::CreateMaterializedTable>),
    AlterMaterializedTable(Box<materialized_table::AlterMaterializedTable>),
    AlterTable(Box<alter::AlterTable>),
    AlterView(Box<alter::AlterView>),
    AlterDatabase(alter::AlterDatabase),
    AlterCatalog(alter::AlterCatalog),
    AlterFunction(alter::AlterFunction),
    AlterModel(alter::AlterModel),
    AlterConnection(alter::AlterConnection),
    Drop(drop::Drop),
    Show(show::Show),
    Describe(describe::Describe),
    Explain(Box<explain::Explain>),
    UseCatalog(use_::UseCatalog),
    UseDatabase(use_::UseDatabase),
    UseModules(module::UseModules),
    LoadModule(module::LoadModule),
    UnloadModule(module::UnloadModule),
    AddJar(module::Jar),
    RemoveJar(module::Jar),
    Set(set::Set),
    Reset(set::Reset),
    /// Dataphin: `SET [project.]table.property = value`
    SetTable(Box<set::SetTable>),
    /// Dataphin: `RESET [project.]table[.property]`
    ResetTable(set::ResetTable),
    CompilePlan(Box<plan::CompilePlan>),
    ExecutePlan(plan::ExecutePlan),
    AnalyzeTable(Box<plan::AnalyzeTable>),
    StopJob(plan::StopJob),
    Call(Box<plan::Call>),
    /// QUIT, EXIT, CLEAR, HELP: commands of the client.
    Client(ClientCommand),
    /// Text that could not be read; diagnostics say why.
    Error,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClientCommand {
    Quit,
    Clear,
    Help,
}

impl Print for Statement {
    fn print(&self, p: &mut Printer) {
        with_stack(|| self.kind.print(p));
    }
}

impl Print for StatementKind {
    fn print(&self, p: &mut Printer) {
        match self {
            StatementKind::Query(node) => node.print(p),
            StatementKind::Insert(node) => node.print(p),
            StatementKind::Update(node) => node.print(p),
            StatementKind::Delete(node) => node.print(p),
            StatementKind::Truncate(node) => node.print(p),
            StatementKind::StatementSet(node) => node.print(p),
            StatementKind::BeginStatementSet => write(p, "BEGIN STATEMENT SET"),
            StatementKind::EndStatementSet => write(p, "END"),
            StatementKind::CreateTable(node) => node.print(p),
            StatementKind::CreateView(node) => node.print(p),
            StatementKind::CreateCatalog(node) => node.print(p),
            StatementKind::CreateDatabase(node) => node.print(p),
            StatementKind::CreateFunction(node) => node.print(p),
            StatementKind::CreateModel(node) => node.print(p),
            StatementKind::CreateConnection(node) => node.print(p),
            StatementKind::CreateMaterializedTable(node) => node.print(p),
            StatementKind::AlterMaterializedTable(node) => node.print(p),
            StatementKind::AlterTable(node) => node.print(p),
            StatementKind::AlterView(node) => node.print(p),
            StatementKind::AlterDatabase(node) => node.print(p),
            StatementKind::AlterCatalog(node) => node.print(p),
            StatementKind::AlterFunction(node) => node.print(p),
            StatementKind::AlterModel(node) => node.print(p),
            StatementKind::AlterConnection(node) => node.print(p),
            StatementKind::Drop(node) => node.print(p),
            StatementKind::Show(node) => node.print(p),
            StatementKind::Describe(node) => node.print(p),
            StatementKind::Explain(node) => node.print(p),
            StatementKind::UseCatalog(node) => node.print(p),
            StatementKind::UseDatabase(node) => node.print(p),
            StatementKind::UseModules(node) => node.print(p),
            StatementKind::LoadModule(node) => node.print(p),
            StatementKind::UnloadModule(node) => node.print(p),
            StatementKind::AddJar(jar) => jar.print_after("ADD JAR ", p),
            StatementKind::RemoveJar(jar) => jar.print_after("REMOVE JAR ", p),
            StatementKind::Set(node) => node.print(p),
            StatementKind::Reset(node) => node.print(p),
            StatementKind::SetTable(node) => node.print(p),
            StatementKind::ResetTable(node) => node.print(p),
            StatementKind::CompilePlan(node) => node.print(p),
            StatementKind::ExecutePlan(node) => node.print(p),
            StatementKind::AnalyzeTable(node) => node.print(p),
            StatementKind::StopJob(node) => node.print(p),
            StatementKind::Call(node) => node.print(p),
            StatementKind::Client(ClientCommand::Quit) => write(p, "QUIT"),
            StatementKind::Client(ClientCommand::Clear) => write(p, "CLEAR"),
            StatementKind::Client(ClientCommand::Help) => write(p, "HELP"),
            StatementKind::Error => {}
        }
    }
}

fn write(p: &mut Printer, text: &str) {
    p.text(text);
}
