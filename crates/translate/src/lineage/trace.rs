//! Following columns through relations, inputs first.

use super::{ColumnLineage, Origin, ResultLineage, Role, SourceColumn};
use resolve::bound::{AggregateCall, ColumnId, Expr, OverCall, Relation, RelationKind, Scan};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use table::connector::ScanColumn;

type Origins = BTreeSet<SourceColumn>;

/// The lineage of a relation; notes the connectors of the tables it reads.
pub(super) fn trace(relation: &Relation, target: Option<String>, tables: &mut BTreeMap<String, String>) -> ResultLineage {
    let mut tracer = Tracer { columns: HashMap::new(), rows: BTreeSet::new() };
    relation.visit(&mut |inner| {
        if let RelationKind::Scan(scan) = &inner.kind {
            tables.insert(scan.table.identifier.summary(), scan.factory.identifier().to_owned());
        }
        tracer.relation(inner);
    });
    let columns =
        relation.columns.iter().map(|column| ColumnLineage { name: column.name.clone(), origins: tracer.of(column.id) }).collect();
    ResultLineage { target, columns, rows: tracer.rows }
}

struct Tracer {
    columns: HashMap<ColumnId, Origins>,
    rows: BTreeSet<Origin>,
}

impl Tracer {
    /// What the columns of a relation come from; those of its inputs are known.
    fn relation(&mut self, relation: &Relation) {
        let ids: Vec<ColumnId> = relation.columns.iter().map(|column| column.id).collect();
        match &relation.kind {
            RelationKind::Scan(scan) => self.scan(scan, &ids),
            RelationKind::Values(rows) => {
                for row in rows {
                    ids.iter().zip(row).for_each(|(id, expr)| self.add(*id, expr));
                }
            }
            RelationKind::Project { exprs, .. } => ids.iter().zip(exprs).for_each(|(id, expr)| self.add(*id, expr)),
            RelationKind::Filter { predicate, .. } => self.use_in(predicate, Role::Filter),
            RelationKind::Aggregate { keys, calls, .. } => self.aggregate(keys, calls, &ids),
            RelationKind::Join(join) => join.condition.iter().for_each(|condition| self.use_in(condition, Role::Join)),
            RelationKind::Unnest(unnest) => {
                let origins = self.of_expr(&unnest.collection);
                ids.iter().skip(unnest.input.columns.len()).for_each(|id| self.extend(*id, origins.clone()));
            }
            RelationKind::Over { input, calls } => {
                ids.iter().skip(input.columns.len()).zip(calls).for_each(|(id, call)| self.over(*id, call));
            }
            RelationKind::SetOperation { inputs, .. } => {
                for input in inputs {
                    for (id, column) in ids.iter().zip(&input.columns) {
                        let origins = self.of(column.id);
                        self.extend(*id, origins);
                    }
                }
            }
            RelationKind::Sort { keys, .. } => keys.iter().for_each(|key| self.use_in(&key.expr, Role::Order)),
            RelationKind::TimeWindow(window) => {
                let origins = self.of(window.time);
                ids.iter().skip(window.input.columns.len()).for_each(|id| self.extend(*id, origins.clone()));
                window.partition_by.iter().for_each(|id| self.use_column(*id, Role::Group));
            }
            RelationKind::Limit { .. } | RelationKind::Watermark { .. } | RelationKind::PerKey(_) => {}
        }
    }

    fn scan(&mut self, scan: &Scan, ids: &[ColumnId]) {
        let table = scan.table.identifier.summary();
        let physical: Vec<&str> = scan.table.schema.physical().map(|column| column.name.as_str()).collect();
        for (id, column) in ids.iter().zip(&scan.columns) {
            let column = match column {
                ScanColumn::Physical(index) => physical.get(*index).copied().unwrap_or_default().to_owned(),
                ScanColumn::Metadata { key, .. } => key.clone(),
            };
            self.extend(*id, BTreeSet::from([SourceColumn { table: table.clone(), column }]));
        }
    }

    fn aggregate(&mut self, keys: &[Expr], calls: &[AggregateCall], ids: &[ColumnId]) {
        for (id, key) in ids.iter().zip(keys) {
            self.add(*id, key);
            self.use_in(key, Role::Group);
        }
        for (id, call) in ids.iter().skip(keys.len()).zip(calls) {
            call.args.iter().for_each(|arg| self.add(*id, arg));
            call.filter.iter().for_each(|filter| self.use_in(filter, Role::Filter));
        }
    }

    fn over(&mut self, id: ColumnId, call: &OverCall) {
        call.args.iter().for_each(|arg| self.add(id, arg));
        call.filter.iter().for_each(|filter| self.use_in(filter, Role::Filter));
        call.partition_by.iter().for_each(|key| self.use_in(key, Role::Group));
        call.order_by.iter().for_each(|key| self.use_in(&key.expr, Role::Order));
    }

    fn of(&self, id: ColumnId) -> Origins {
        self.columns.get(&id).cloned().unwrap_or_default()
    }

    /// Everything an expression reads; of a subquery its columns, as what else it reads decides about its own rows.
    fn of_expr(&self, expr: &Expr) -> Origins {
        let mut origins = expr.as_column().map(|id| self.of(id)).unwrap_or_default();
        for child in expr.children() {
            origins.extend(self.of_expr(child));
        }
        for column in expr.subquery().into_iter().flat_map(|relation| &relation.columns) {
            origins.extend(self.of(column.id));
        }
        origins
    }

    fn add(&mut self, id: ColumnId, expr: &Expr) {
        let origins = self.of_expr(expr);
        self.extend(id, origins);
    }

    fn extend(&mut self, id: ColumnId, origins: Origins) {
        self.columns.entry(id).or_default().extend(origins);
    }

    fn use_in(&mut self, expr: &Expr, role: Role) {
        let origins = self.of_expr(expr);
        self.rows.extend(origins.into_iter().map(|source| Origin { source, role }));
    }

    fn use_column(&mut self, id: ColumnId, role: Role) {
        let origins = self.of(id);
        self.rows.extend(origins.into_iter().map(|source| Origin { source, role }));
    }
}
