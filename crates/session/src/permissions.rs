//! What a task does with the objects of projects, and whether its account may.

use crate::result::StatementResult;
use crate::session::Session;
use diag::{Diagnostic, SourceId, Span};
use resolve::ElsewhereTable;
use resolve::bound::{BoundInsert, ColumnId, Expr, Relation, RelationKind, Scan};
use sql::token::TokenKind;
use std::collections::{BTreeSet, HashSet};
use table::catalog::{ObjectIdentifier, WORKSPACE};
use table::connector::ScanColumn;
use workspace::{Decision, ENDING_PERMISSION, PERMISSION_DENIED, Project, Verb, View, Wanted};

/// A use of a table or function.
#[derive(Clone, Debug)]
pub(crate) struct Use {
    pub(crate) object: ObjectIdentifier,
    pub(crate) verb: Verb,
    /// The fields that are read.
    pub(crate) fields: BTreeSet<String>,
    pub(crate) span: Span,
}

/// The tables that a statement reads and writes, with the fields that it reads.
pub(crate) fn uses(result: &StatementResult) -> Vec<Use> {
    let mut uses = Vec::new();
    match result {
        StatementResult::Query(prepared) => add_reads(&prepared.query.relation, &mut uses),
        StatementResult::Job(job) => job.inserts.iter().for_each(|insert| add_insert(insert, &mut uses)),
        _ => {}
    }
    uses
}

fn add_insert(insert: &BoundInsert, uses: &mut Vec<Use>) {
    add_reads(&insert.relation, uses);
    let table = &insert.sink.table;
    uses.push(Use { object: table.identifier.clone(), verb: Verb::Write, fields: BTreeSet::new(), span: table.span });
}

fn add_reads(relation: &Relation, uses: &mut Vec<Use>) {
    let mut read: HashSet<ColumnId> = relation.columns.iter().map(|column| column.id).collect();
    relation.visit_references(&mut |id| {
        read.insert(id);
    });
    // Inputs of set operations and results of subqueries are taken by position.
    relation.visit(&mut |inner| {
        if let RelationKind::SetOperation { inputs, .. } = &inner.kind {
            read.extend(inputs.iter().flat_map(|input| &input.columns).map(|column| column.id));
        }
        inner.exprs().into_iter().for_each(|expr| add_results(expr, &mut read));
    });
    relation.visit(&mut |inner| {
        if let RelationKind::Scan(scan) = &inner.kind {
            uses.push(scan_use(scan, inner, &read));
        }
    });
}

fn add_results(expr: &Expr, read: &mut HashSet<ColumnId>) {
    read.extend(expr.subquery().into_iter().flat_map(|relation| &relation.columns).map(|column| column.id));
    expr.children().into_iter().for_each(|child| add_results(child, read));
}

fn scan_use(scan: &Scan, relation: &Relation, read: &HashSet<ColumnId>) -> Use {
    let physical: Vec<&str> = scan.table.schema.physical().map(|column| column.name.as_str()).collect();
    let names =
        relation.columns.iter().zip(&scan.columns).filter(|(column, _)| read.contains(&column.id)).map(|(_, column)| match column {
            ScanColumn::Physical(index) => physical.get(*index).copied().unwrap_or_default().to_owned(),
            ScanColumn::Metadata { key, .. } => key.clone(),
        });
    Use { object: scan.table.identifier.clone(), verb: Verb::Read, fields: names.collect(), span: scan.table.span }
}

/// A table that only a cluster can open is used as a whole: nothing tells its fields apart here.
pub(crate) fn use_elsewhere(table: ElsewhereTable) -> Use {
    let verb = if table.is_sink { Verb::Write } else { Verb::Read };
    Use { object: table.identifier, verb, fields: BTreeSet::new(), span: table.span }
}

/// The functions of projects that a script names: `project:function(..)`.
pub(crate) fn called_functions(source: SourceId, text: &str) -> Vec<Use> {
    let tokens: Vec<_> = sql::lex(source, text).tokens.into_iter().filter(|token| !token.kind.is_comment()).collect();
    let word = |span: Span| text.get(span.start as usize..span.end as usize).unwrap_or_default().trim_matches('`').to_owned();
    let is_name = |kind: TokenKind| matches!(kind, TokenKind::Word(_) | TokenKind::Backtick);
    let calls = tokens.windows(4).filter_map(|window| {
        let [project, colon, name, open] = window else { return None };
        let is_call = is_name(project.kind) && colon.kind == TokenKind::Colon && is_name(name.kind) && open.kind == TokenKind::LeftParen;
        is_call.then(|| Use {
            object: ObjectIdentifier::new(WORKSPACE, word(project.span), word(name.span)),
            verb: Verb::Use,
            fields: BTreeSet::new(),
            span: project.span.to(name.span),
        })
    });
    calls.collect()
}

impl Session {
    /// What the account of a task may not do, and what it may do for a few days only.
    pub(crate) fn check_permissions(&self, view: &View<'_>, project: &Project, uses: &[Use]) -> Vec<Diagnostic> {
        let Some(account) = self.account.as_deref().or_else(|| view.environment.account_of(&project.name)) else { return Vec::new() };
        let mut found: Vec<Diagnostic> = Vec::new();
        for used in uses {
            for diagnostic in self.check_use(view, project, account, used) {
                if !found.contains(&diagnostic) {
                    found.push(diagnostic);
                }
            }
        }
        found
    }

    fn check_use(&self, view: &View<'_>, project: &Project, account: &str, used: &Use) -> Vec<Diagnostic> {
        let permissions = &view.workspace.settings.permissions;
        let owners = view.workspace.projects.values().filter(|owner| view.databases_of(owner).contains(&used.object.database));
        let Some(owner) = owners.filter(|_| used.object.catalog == WORKSPACE).find(|owner| permissions.guard(&owner.name)) else {
            return Vec::new();
        };
        if owner.name == project.name {
            return Vec::new();
        }
        let now = self.clock().now_millis();
        let fields: Vec<&str> = used.fields.iter().map(String::as_str).collect();
        let wanted = Wanted { project: &owner.name, name: &used.object.object, verb: used.verb, fields: &fields };
        let mut decision = permissions.decide(account, wanted, now);
        for mirror in self.mirrors_over(&used.object) {
            if matches!(decision, Decision::Allowed(_)) {
                break;
            }
            decision = permissions.decide(account, Wanted { name: &mirror, ..wanted }, now);
        }
        let separator = if used.verb == Verb::Use { ':' } else { '.' };
        let object = format!("{}{separator}{}", owner.name, used.object.object);
        let verb = used.verb.word();
        let help = |fields: &str| {
            format!("In permissions.yaml, under grants: {{account: {account}, object: '{object}', verbs: [{verb}]{fields}}}")
        };
        let denied = |message: String| Diagnostic::error(PERMISSION_DENIED, used.span, message);
        match decision {
            Decision::Allowed(ends) => {
                let warn = |end: &workspace::End| {
                    let message = format!("account '{account}' may {verb} '{object}' until {} only", end.day.text);
                    Diagnostic::warning(ENDING_PERMISSION, end.day.span, message)
                };
                ends.into_iter().map(warn).collect()
            }
            Decision::Missing => vec![denied(format!("account '{account}' may not {verb} '{object}'")).with_help(help(""))],
            Decision::Fields(fields) => {
                let names = fields.join(", ");
                let word = if fields.len() == 1 { "the field" } else { "the fields" };
                let message = format!("account '{account}' may not {verb} {word} {names} of '{object}'");
                vec![denied(message).with_help(help(&format!(", fields: [{names}]")))]
            }
            Decision::Ended(end) => {
                let message = format!("account '{account}' may not {verb} '{object}' any more");
                let diagnostic = denied(message).with_label(end.day.span, format!("it ended on {}", end.day.text));
                vec![diagnostic.with_help("Give the grant a later 'until'.")]
            }
        }
    }

    /// The mirror tables of the same project that stand for a table: who may use one may use what is behind it.
    fn mirrors_over(&self, table: &ObjectIdentifier) -> Vec<String> {
        let Some(project) = self.workspace.as_ref().and_then(|content| content.databases.get(&table.database)) else { return Vec::new() };
        let over = project.mirrors.iter().filter(|(_, mirror)| mirror.stream == *table || mirror.batch == *table);
        over.map(|(name, _)| name.clone()).collect()
    }
}
