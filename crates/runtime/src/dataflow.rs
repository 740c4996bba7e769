//! The graph of sources and operators.

use crate::operator::{Event, Operator, Out, Source};
use diag::Result;

/// Identifies an operator of a dataflow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeId(usize);

/// Sources, operators, and who feeds whom. Built from the sinks upward: an operator names the one it feeds.
#[derive(Default)]
pub struct Dataflow {
    nodes: Vec<Node>,
    pub(crate) sources: Vec<SourceNode>,
}

struct Node {
    operator: Box<dyn Operator>,
    /// The operator and port that take the output; `None` for a sink.
    target: Option<(NodeId, usize)>,
}

pub(crate) struct SourceNode {
    pub(crate) source: Box<dyn Source>,
    pub(crate) target: (NodeId, usize),
    pub(crate) ended: bool,
}

impl Dataflow {
    /// Adds an operator that ends the flow.
    pub fn sink(&mut self, operator: Box<dyn Operator>) -> NodeId {
        self.add(operator, None)
    }

    /// Adds an operator that feeds a port of another.
    pub fn operator(&mut self, operator: Box<dyn Operator>, target: (NodeId, usize)) -> NodeId {
        self.add(operator, Some(target))
    }

    pub fn source(&mut self, source: Box<dyn Source>, target: (NodeId, usize)) {
        self.sources.push(SourceNode { source, target, ended: false });
    }

    fn add(&mut self, operator: Box<dyn Operator>, target: Option<(NodeId, usize)>) -> NodeId {
        self.nodes.push(Node { operator, target });
        NodeId(self.nodes.len() - 1)
    }

    /// Pushes one event of a source through all operators below it.
    pub(crate) fn push(&mut self, target: (NodeId, usize), event: Event) -> Result<()> {
        // Depth first, so that a batch is done with before the next one is looked at.
        let mut pending = vec![(target, event)];
        let mut out = Out::default();
        while let Some(((NodeId(index), port), event)) = pending.pop() {
            let node = &mut self.nodes[index];
            match event {
                Event::Batch(batch) => node.operator.batch(port, batch, &mut out)?,
                Event::Watermark(millis) => node.operator.watermark(port, millis, &mut out)?,
                Event::End => node.operator.end(port, &mut out)?,
            }
            if let Some(target) = node.target {
                pending.extend(out.events.drain(..).rev().map(|event| (target, event)));
            }
            out.events.clear();
        }
        Ok(())
    }

    /// Lets every operator hand on what it held back, from the sources to the sinks.
    pub(crate) fn flush(&mut self) -> Result<()> {
        // An operator is added after the one it feeds.
        for index in (0..self.nodes.len()).rev() {
            let mut out = Out::default();
            self.nodes[index].operator.flush(&mut out)?;
            if let Some(target) = self.nodes[index].target {
                for event in out.events {
                    self.push(target, event)?;
                }
            }
        }
        Ok(())
    }

    /// True when some sink needs nothing more.
    pub(crate) fn is_satisfied(&self) -> bool {
        self.nodes.iter().any(|node| node.target.is_none() && node.operator.is_satisfied())
    }
}
