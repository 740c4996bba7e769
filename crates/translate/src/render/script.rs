//! The parts of a script: which statement defines what.

use crate::definition::TableDefinition;
use crate::input::Input;
use crate::target::Engine;
use sql::ast::ObjectName;
use sql::statements::create::{CreateFunction, CreateView};
use sql::statements::{Statement, StatementKind};
use std::collections::HashSet;

/// What a script defines, with the indexes of the statements.
pub(crate) struct ScriptParts<'a> {
    pub(crate) tables: Vec<(usize, TableDefinition)>,
    pub(crate) views: Vec<(usize, &'a CreateView)>,
    /// The functions that the script creates.
    pub(crate) functions: Vec<(usize, &'a CreateFunction)>,
    /// The engine whose SQL the script is.
    pub(crate) source: Engine,
    /// The statements that are written: those that run something, and the definitions that they use.
    pub(crate) used: HashSet<usize>,
    /// The names of all functions that used statements call.
    pub(crate) called: HashSet<String>,
}

impl<'a> ScriptParts<'a> {
    pub(crate) fn new(input: &Input<'a>) -> Self {
        let mut parts = ScriptParts {
            tables: vec![],
            views: vec![],
            functions: vec![],
            source: Engine::Flink,
            used: HashSet::new(),
            called: HashSet::new(),
        };
        for (index, statement) in input.statements.iter().enumerate() {
            match &statement.kind {
                StatementKind::CreateTable(create) if create.query.is_none() => {
                    parts.tables.push((index, TableDefinition::new(create, statement.span, input.from)));
                }
                StatementKind::CreateView(view) => parts.views.push((index, view)),
                StatementKind::CreateFunction(function) => parts.functions.push((index, function)),
                _ => {}
            }
        }
        parts.source = input.from.unwrap_or_else(|| parts.common_form());
        parts.find_used(input.statements);
        parts
    }

    /// The form that most tables have.
    fn common_form(&self) -> Engine {
        let count = |engine: Engine| self.tables.iter().filter(|(_, table)| table.form == engine).count();
        let blink = count(Engine::Blink);
        if blink > 0 && blink * 2 >= self.tables.len() {
            Engine::Blink
        } else if count(Engine::Vvr) > 0 {
            Engine::Vvr
        } else {
            Engine::Flink
        }
    }

    /// The view that a name means.
    pub(crate) fn view(&self, name: &ObjectName) -> Option<(usize, &'a CreateView)> {
        self.views.iter().copied().find(|(_, view)| is_named(&view.name, name, self.source == Engine::Blink))
    }

    pub(crate) fn defines_function(&self, name: &ObjectName) -> bool {
        self.functions.iter().any(|(_, function)| function.name.last().value.eq_ignore_ascii_case(&name.last().value))
    }
}

/// Whether a reference means a definition: the same parts, or the last ones of a longer name.
pub(crate) fn is_named(defined: &ObjectName, used: &ObjectName, ignore_case: bool) -> bool {
    let pairs = defined.parts.iter().rev().zip(used.parts.iter().rev());
    used.parts.len() <= defined.parts.len()
        && pairs.into_iter().all(|(a, b)| a == b || (ignore_case && a.value.eq_ignore_ascii_case(&b.value)))
}

/// Whether a statement runs something, as opposed to defining or setting it.
pub(crate) fn runs(statement: &Statement) -> bool {
    matches!(
        statement.kind,
        StatementKind::Query(_)
            | StatementKind::Insert(_)
            | StatementKind::Update(_)
            | StatementKind::Delete(_)
            | StatementKind::Truncate(_)
            | StatementKind::StatementSet(_)
            | StatementKind::CreateMaterializedTable(_)
            | StatementKind::Explain(_)
            | StatementKind::CompilePlan(_)
    ) || matches!(&statement.kind, StatementKind::CreateTable(create) if create.query.is_some())
}
