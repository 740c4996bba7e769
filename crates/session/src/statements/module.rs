//! Modules and jars.

use super::{Outcome, already_exists, unknown_object};
use crate::diagnostics::{ALREADY_EXISTS, MISSING_FILE};
use crate::flink;
use crate::modules::CORE;
use crate::result::StatementResult;
use crate::session::Session;
use diag::{Diagnostic, Error};
use sql::ast::Ident;
use sql::statements::module::{Jar, LoadModule, UnloadModule, UseModules};

impl Session {
    pub(super) fn use_modules(&mut self, node: &UseModules) -> Outcome {
        for (i, name) in node.names.iter().enumerate() {
            if node.names[..i].contains(name) {
                let flink = flink::validation(format!("Module '{}' appears more than once", name.value));
                let message = format!("module '{}' is named twice", name.value);
                return Err(Diagnostic::error(ALREADY_EXISTS, name.span, message).with_flink(flink).into());
            }
            if !self.modules.is_loaded(&name.value) {
                return Err(unknown_module(name));
            }
        }
        self.modules.use_only(node.names.iter().map(|name| name.value.clone()).collect());
        Ok(StatementResult::Succeeded)
    }

    pub(super) fn load_module(&mut self, node: &LoadModule) -> Outcome {
        let name = &node.name.value;
        if self.modules.is_loaded(name) {
            let flink = flink::validation(format!("A module with name '{name}' already exists"));
            return Err(already_exists(node.name.span, format!("module '{name}' is loaded already"), flink));
        }
        if name != CORE {
            let flink = format!(
                "Could not find any factory for identifier '{name}' that implements 'org.apache.flink.table.factories.ModuleFactory' in the \
                 classpath.\n\nAvailable factory identifiers are:\n\n{CORE}"
            );
            return Err(unknown_object(node.name.span, format!("module '{name}' does not exist"), flink::validation(flink)));
        }
        self.modules.load(name);
        Ok(StatementResult::Succeeded)
    }

    pub(super) fn unload_module(&mut self, node: &UnloadModule) -> Outcome {
        match self.modules.unload(&node.name.value) {
            true => Ok(StatementResult::Succeeded),
            false => Err(unknown_module(&node.name)),
        }
    }

    /// Lists a jar among those of the session; false when the file is not there.
    pub fn register_jar(&mut self, path: &str) -> bool {
        if !self.checking && !self.path(path).is_file() {
            return false;
        }
        if !self.jars.iter().any(|jar| jar == path) {
            self.jars.push(path.to_owned());
        }
        true
    }

    pub(super) fn add_jar(&mut self, jar: &Jar) -> Outcome {
        let path = &jar.path.value;
        match self.register_jar(path) {
            true => Ok(StatementResult::Succeeded),
            false => Err(missing_jar(jar)),
        }
    }

    pub(super) fn remove_jar(&mut self, jar: &Jar) -> Outcome {
        let before = self.jars.len();
        self.jars.retain(|path| *path != jar.path.value);
        if self.jars.len() == before {
            let message = format!("jar '{}' was not added", jar.path.value);
            return Err(Diagnostic::error(MISSING_FILE, jar.path.span, message).into());
        }
        Ok(StatementResult::Succeeded)
    }
}

fn unknown_module(name: &Ident) -> Error {
    let flink = flink::validation(format!("No module with name '{}' exists", name.value));
    unknown_object(name.span, format!("module '{}' is not loaded", name.value), flink)
}

fn missing_jar(jar: &Jar) -> Error {
    let path = &jar.path.value;
    let flink = format!("java.io.FileNotFoundException: jar or artifact resource [{path}] not found.");
    Diagnostic::error(MISSING_FILE, jar.path.span, format!("file '{path}' does not exist")).with_flink(flink).into()
}
