//! A workspace as one environment sees it.

use crate::diagnostics::UNDEFINED_VARIABLE;
use crate::load::{Project, Workspace};
use crate::settings::Environment;
use crate::variables::{Expansion, expand_value, expand_variables};
use diag::{Diagnostic, SourceId, SourceMap, Span, suggest};
use options::{Layer, OptionValue, Origin, TableOptions};

/// Names and values in one environment.
#[derive(Clone, Copy, Debug)]
pub struct View<'w> {
    pub workspace: &'w Workspace,
    pub environment: &'w Environment,
    /// Values that are stronger than those of the files.
    pub variables: &'w [(String, String)],
}

impl Workspace {
    /// What an environment sees; `None` when there is none of the name.
    pub fn view<'w>(&'w self, environment: &str, variables: &'w [(String, String)]) -> Option<View<'w>> {
        let environment = self.environments.get(environment)?;
        Some(View { workspace: self, environment, variables })
    }
}

impl View<'_> {
    /// The value of a variable; the name of a project stands for the project in this environment.
    pub fn value_of(&self, name: &str) -> Option<String> {
        if let Some((_, value)) = self.variables.iter().rfind(|(given, _)| given == name) {
            return Some(value.clone());
        }
        let own = self.environment.variables.get(name).or_else(|| self.workspace.settings.variables.get(name));
        let project = || Some(self.database_of(self.workspace.projects.get(name)?));
        let source = || self.workspace.data_sources.contains_key(name).then(|| name.to_owned());
        own.map(|setting| setting.text.clone()).or_else(project).or_else(source)
    }

    /// The database that a project is in this environment: `trade`, or `trade_dev`.
    pub fn database_of(&self, project: &Project) -> String {
        let suffix = if project.has_development { self.environment.suffix.as_str() } else { "" };
        format!("{}{suffix}", project.name)
    }

    /// All databases that a project is: the production one is always there, under its own name.
    pub fn databases_of(&self, project: &Project) -> Vec<String> {
        let mut names = vec![project.name.clone(), self.database_of(project)];
        names.dedup();
        names
    }

    /// Replaces the variables of a script, adds it to the texts and reports variables without a value. A text that is there already is
    /// not added again, so that environments in which it is the same share it.
    pub fn add_script(&self, sources: &mut SourceMap, name: &str, text: &str) -> (SourceId, String, Vec<Diagnostic>) {
        let Expansion { text: expanded, undefined, replaced } = expand_variables(text, &|name| self.value_of(name));
        let source = sources.add_replaced(name, text, &expanded, replaced);
        let found = undefined.iter().map(|(name, at)| {
            let span = Span::new(source, at.start as u32, at.end as u32);
            self.undefined(name, span)
        });
        let found = found.collect();
        (source, expanded, found)
    }

    /// The options of a data source, those of the environment before its own.
    pub fn data_source(&self, name: &str, found: &mut Vec<Diagnostic>) -> Option<TableOptions> {
        let source = self.workspace.data_sources.get(name)?;
        let mut options = TableOptions::new();
        for (key, setting) in source.options.iter().chain(self.environment.data_sources.get(name).into_iter().flatten()) {
            let expansion = expand_value(&setting.text, &|name| self.value_of(name));
            found.extend(expansion.undefined.iter().map(|(name, _)| self.undefined(name, setting.span)));
            let origin = Origin::new(Layer::DataSource, setting.key_span);
            options.insert(key.clone(), OptionValue { text: expansion.text, origin, span: setting.span });
        }
        Some(options)
    }

    fn undefined(&self, name: &str, span: Span) -> Diagnostic {
        let diagnostic = Diagnostic::error(UNDEFINED_VARIABLE, span, format!("variable '{name}' has no value"));
        let known = self.environment.variables.keys().chain(self.workspace.settings.variables.keys()).chain(self.workspace.projects.keys());
        match suggest::nearest(name, known.map(String::as_str)) {
            Some(near) => diagnostic.with_help(format!("Did you mean '{near}'?")),
            None => diagnostic.with_help(format!("Give it one: --var {name}=value, or under 'variables' in tamias.yaml.")),
        }
    }
}
