//! The flags of Flink's `sql-client.sh` that speak of Java, Python or a gateway.
//!
//! A command line of Flink's client works here unchanged where that makes sense: what needs a Java process is accepted and said to have no
//! effect, a gateway is refused. Nothing is dropped without a word.

use crate::opening::COMMAND_LINE;
use diag::{Diagnostic, Error, Result, Span};
use session::Session;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// What else Flink's client understands.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Flags of Flink's client")]
pub(crate) struct FlinkArguments {
    /// Keep the history of the interactive client in this file; also -hist
    #[arg(long, value_name = "FILE")]
    pub(crate) history: Option<PathBuf>,

    /// Add a jar as ADD JAR does; Java code does not run here
    #[arg(short = 'j', long, value_name = "JAR")]
    jar: Vec<String>,

    /// Add the jars of a directory
    #[arg(short = 'l', long, value_name = "DIR")]
    library: Vec<PathBuf>,

    /// Name the session; it has no other effect, since a session ends with the program
    #[arg(short = 's', long, value_name = "ID", value_parser = session_identifier)]
    session: Option<String>,

    /// Refused: tamias runs statements itself and connects to no SQL gateway
    #[arg(short = 'e', long, value_name = "ADDRESS")]
    endpoint: Option<String>,

    /// The word 'gateway' before all flags.
    #[arg(long = GATEWAY_FLAG, hide = true)]
    gateway: bool,

    #[arg(long = "pyArchives", value_name = "FILES", hide = true)]
    python_archives: Option<String>,

    #[arg(long = "pyClientExecutable", value_name = "FILE", hide = true)]
    python_client_executable: Option<String>,

    #[arg(long = "pyExecutable", value_name = "FILE", hide = true)]
    python_executable: Option<String>,

    #[arg(long = "pyFiles", value_name = "FILES", hide = true)]
    python_files: Option<String>,

    #[arg(long = "pyRequirements", value_name = "FILE", hide = true)]
    python_requirements: Option<String>,

    #[arg(long = "pyPythonPath", value_name = "PATH", hide = true)]
    python_path: Option<String>,
}

const GATEWAY_FLAG: &str = "in-gateway-mode";

/// Flags that Flink writes with one dash and several letters, and the long form of each.
const SINGLE_DASH: &[(&str, &str)] = &[
    ("-hist", "--history"),
    ("-pyarch", "--pyArchives"),
    ("-pyclientexec", "--pyClientExecutable"),
    ("-pyexec", "--pyExecutable"),
    ("-pyfs", "--pyFiles"),
    ("-pyreq", "--pyRequirements"),
    ("-pypath", "--pyPythonPath"),
];

/// The arguments of the program with Flink's own forms in the common one: `-hist FILE`, and a mode as the first word.
pub(crate) fn in_common_form(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut common: Vec<OsString> = arguments.into_iter().map(|argument| long_form(&argument).unwrap_or(argument)).collect();
    match common.get(1).and_then(|word| word.to_str()) {
        Some("embedded") => {
            common.remove(1);
        }
        Some("gateway") => common[1] = format!("--{GATEWAY_FLAG}").into(),
        _ => {}
    }
    common
}

fn long_form(argument: &OsString) -> Option<OsString> {
    let text = argument.to_str()?;
    let (flag, value) = text.split_once('=').map_or((text, None), |(flag, value)| (flag, Some(value)));
    let (_, long) = SINGLE_DASH.iter().find(|(single, _)| *single == flag)?;
    Some(value.map_or_else(|| (*long).to_owned(), |value| format!("{long}={value}")).into())
}

fn session_identifier(text: &str) -> std::result::Result<String, String> {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    match !text.is_empty() && text.chars().all(is_allowed) {
        true => Ok(text.to_owned()),
        false => Err("it has only letters, digits, '_', '-' and '.'".to_owned()),
    }
}

impl FlinkArguments {
    /// Why the program cannot do what these ask for.
    pub(crate) fn refusal(&self) -> Option<String> {
        let asked = match (&self.endpoint, self.gateway) {
            (_, true) => "the mode 'gateway'",
            (Some(_), false) => "the flag '--endpoint'",
            (None, false) => return None,
        };
        Some(format!(
            "error: {asked} asks for a SQL gateway, and tamias runs statements itself\n\n\
             Leave 'gateway' and '-e' out to run here; use Flink's own sql-client.sh to run on that cluster."
        ))
    }

    /// True when one was given.
    pub(crate) fn is_given(&self) -> bool {
        self.history.is_some() || self.gateway || self.endpoint.is_some() || self.session.is_some() || self.has_java() || self.has_python()
    }

    fn has_java(&self) -> bool {
        !self.jar.is_empty() || !self.library.is_empty()
    }

    fn has_python(&self) -> bool {
        let FlinkArguments { python_archives, python_client_executable, python_executable, .. } = self;
        let FlinkArguments { python_files, python_requirements, python_path, .. } = self;
        [python_archives, python_client_executable, python_executable, python_files, python_requirements, python_path]
            .iter()
            .any(|value| value.is_some())
    }

    /// Adds the jars to a session, and returns what is to be said about these flags.
    pub(crate) fn apply(&self, session: &mut Session) -> Result<Vec<Diagnostic>> {
        let mut found = Vec::new();
        for jar in &self.jar {
            add_jar(session, jar, &format!("--jar {jar}"))?;
        }
        for directory in &self.library {
            for jar in jars_in(directory)? {
                add_jar(session, &jar, &format!("--library {}", directory.display()))?;
            }
        }
        if self.has_java() {
            let flag = if self.jar.is_empty() { "--library" } else { "--jar" };
            found.push(without_effect(flag, "Java code does not run here").with_help(
                "Flink's own connectors and formats need no jar. A function of a jar is checked as CREATE FUNCTION declares it.",
            ));
        }
        if self.has_python() {
            let help = "A function in Python is checked as CREATE FUNCTION declares it.";
            found.push(without_effect("--py...", "Python code does not run here").with_help(help));
        }
        if self.session.is_some() {
            found.push(without_effect("--session", "a session lives as long as this program"));
        }
        Ok(found)
    }
}

fn without_effect(flag: &str, reason: &str) -> Diagnostic {
    Diagnostic::note(crate::diagnostics::NO_EFFECT, Span::none(), format!("'{flag}' has no effect: {reason}"))
}

fn add_jar(session: &mut Session, jar: &str, written: &str) -> Result<()> {
    if session.register_jar(jar) {
        return Ok(());
    }
    let source = session.sources.add(COMMAND_LINE, written);
    let span = Span::new(source, (written.len() - jar.len()) as u32, written.len() as u32);
    let message = format!("file '{jar}' does not exist");
    Err(Error::new(diag::ErrorKind::NotFound, message.clone()).with_diagnostic(Diagnostic::error(
        crate::diagnostics::NOT_FOUND,
        span,
        message,
    )))
}

fn jars_in(directory: &Path) -> Result<Vec<String>> {
    let failed = |error| Error::from(error).context(format!("cannot read '{}'", directory.display()));
    let entries = std::fs::read_dir(directory).and_then(Iterator::collect::<std::io::Result<Vec<_>>>).map_err(failed)?;
    let paths = entries.into_iter().map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|e| e == "jar"));
    let mut jars: Vec<String> = paths.map(|path| path.display().to_string()).collect();
    jars.sort();
    Ok(jars)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn common(arguments: &[&str]) -> Vec<String> {
        let arguments = ["tamias"].iter().chain(arguments).map(OsString::from);
        in_common_form(arguments).into_iter().skip(1).map(|argument| argument.into_string().expect("it is text")).collect()
    }

    #[test]
    fn flags_of_several_letters_get_their_long_form() {
        assert_eq!(common(&["-hist", "h", "-f", "a.sql"]), ["--history", "h", "-f", "a.sql"]);
        assert_eq!(common(&["-hist=h", "-pyexec", "python3"]), ["--history=h", "--pyExecutable", "python3"]);
        assert_eq!(common(&["-his"]), ["-his"]);
    }

    #[test]
    fn the_first_word_may_be_a_mode() {
        assert_eq!(common(&["embedded", "-f", "a.sql"]), ["-f", "a.sql"]);
        assert_eq!(common(&["gateway", "-e", "h:1"]), ["--in-gateway-mode", "-e", "h:1"]);
        assert_eq!(common(&["-f", "gateway"]), ["-f", "gateway"]);
    }

    #[test]
    fn the_name_of_a_session_is_that_of_flink() {
        assert!(session_identifier("nightly-1.a_b").is_ok());
        assert!(session_identifier("a*b").is_err());
        assert!(session_identifier("").is_err());
    }
}
