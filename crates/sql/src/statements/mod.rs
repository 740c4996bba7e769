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
pub mod plan;
pub mod set;
pub mod show;
pub mod use_;

use crate::ast::Query;
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
