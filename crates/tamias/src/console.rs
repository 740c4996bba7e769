//! Standard output, where rows and findings go, and standard error, where everything else goes.
//!
//! Nothing else in the program writes to either. Writing to a pipe that nobody reads is an error like any other, which ends the program
//! quietly; what cannot be written to standard error is lost.

use crate::arguments::{Appearance, ColorChoice, ErrorForm};
use crate::diagnostics;
use diag::render::{self, Style};
use diag::{Diagnostic, Error, Result, SourceMap};
use session::Secrets;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

const BUFFER: usize = 64 * 1024;
/// The width where there is no terminal to ask.
const DEFAULT_WIDTH: usize = 100;
/// Goes to the start of the line and erases it.
const ERASE_LINE: &str = "\r\x1b[2K";

/// Both streams, and how to write to them.
#[derive(Debug)]
pub(crate) struct Console {
    appearance: Appearance,
    out: Mutex<BufWriter<Stdout>>,
    progress_is_shown: AtomicBool,
    /// Whose values are taken out of everything but rows.
    secrets: OnceLock<Secrets>,
}

/// Which of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stream {
    Out,
    Err,
}

impl Console {
    pub(crate) fn new(appearance: Appearance) -> Arc<Self> {
        let out = Mutex::new(BufWriter::with_capacity(BUFFER, io::stdout()));
        Arc::new(Console { appearance, out, progress_is_shown: AtomicBool::new(false), secrets: OnceLock::new() })
    }

    /// From now on no message shows these secrets.
    pub(crate) fn keep_from(&self, secrets: &Secrets) {
        let _ = self.secrets.set(secrets.clone());
    }

    pub(crate) fn is_terminal(&self, stream: Stream) -> bool {
        match stream {
            Stream::Out => io::stdout().is_terminal(),
            Stream::Err => io::stderr().is_terminal(),
        }
    }

    /// The columns of the terminal, if the stream is one.
    pub(crate) fn terminal_width(&self, stream: Stream) -> Option<usize> {
        let size = match stream {
            Stream::Out => terminal_size::terminal_size_of(io::stdout()),
            Stream::Err => terminal_size::terminal_size_of(io::stderr()),
        };
        size.map(|(width, _)| usize::from(width.0)).filter(|width| *width > 0)
    }

    pub(crate) fn has_color(&self, stream: Stream) -> bool {
        match self.appearance.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => self.is_terminal(stream) && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
        }
    }

    pub(crate) fn error_form(&self) -> ErrorForm {
        self.appearance.errors
    }

    /// Writes to standard output.
    pub(crate) fn print(&self, text: &str) -> Result<()> {
        self.out().write_all(text.as_bytes())?;
        Ok(())
    }

    /// Standard output as a writer.
    pub(crate) fn out(&self) -> Out<'_> {
        Out(self)
    }

    pub(crate) fn flush(&self) -> Result<()> {
        Ok(self.lock().flush()?)
    }

    /// Writes a line to standard error.
    pub(crate) fn note(&self, line: &str) {
        self.write_error(&format!("{line}\n"));
    }

    /// Shows findings on a stream in the form that the user chose.
    pub(crate) fn diagnostics(&self, stream: Stream, sources: &SourceMap, diagnostics: &[Diagnostic]) -> Result<()> {
        for (i, diagnostic) in diagnostics.iter().enumerate() {
            let gap = if i > 0 && self.appearance.errors == ErrorForm::Text { "\n" } else { "" };
            let text = format!("{gap}{}", self.rendered(stream, sources, diagnostic));
            match stream {
                Stream::Out => self.print(&text)?,
                Stream::Err => self.write_error(&text),
            }
        }
        Ok(())
    }

    /// Shows a failure on standard error.
    pub(crate) fn error(&self, sources: &SourceMap, error: &Error) {
        self.write_error(&self.rendered(Stream::Err, sources, &diagnostics::of_error(error)));
    }

    fn rendered(&self, stream: Stream, sources: &SourceMap, diagnostic: &Diagnostic) -> String {
        let text = self.with_secrets(stream, sources, diagnostic);
        match self.secrets.get() {
            Some(secrets) => secrets.redact(&text).into_owned(),
            None => text,
        }
    }

    fn with_secrets(&self, stream: Stream, sources: &SourceMap, diagnostic: &Diagnostic) -> String {
        match self.appearance.errors {
            ErrorForm::Text => {
                let width = self.terminal_width(stream).unwrap_or(DEFAULT_WIDTH);
                render::text(sources, diagnostic, &Style { color: self.has_color(stream), width })
            }
            ErrorForm::Short => format!("{}\n", render::short(sources, diagnostic)),
            ErrorForm::Json => format!("{}\n", render::json(sources, diagnostic)),
        }
    }

    /// Shows a line that the next one replaces.
    pub(crate) fn show_progress(&self, line: &str) {
        let _ = io::stderr().write_all(format!("{ERASE_LINE}{line}").as_bytes());
        self.progress_is_shown.store(true, Ordering::Relaxed);
    }

    pub(crate) fn hide_progress(&self) {
        if self.progress_is_shown.swap(false, Ordering::Relaxed) {
            let _ = io::stderr().write_all(ERASE_LINE.as_bytes());
        }
    }

    /// Writes to standard error, behind what standard output got before.
    fn write_error(&self, text: &str) {
        self.hide_progress();
        let _ = self.lock().flush();
        let _ = io::stderr().write_all(text.as_bytes());
    }

    fn lock(&self) -> MutexGuard<'_, BufWriter<Stdout>> {
        self.out.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Standard output as a writer.
pub(crate) struct Out<'c>(&'c Console);

impl Write for Out<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.hide_progress();
        self.0.lock().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.lock().flush()
    }
}

/// What connectors print, such as `print`.
impl table::connector::Output for Console {
    fn print(&self, text: &str) -> Result<()> {
        Console::print(self, text)
    }

    fn print_error(&self, text: &str) -> Result<()> {
        self.write_error(text);
        Ok(())
    }
}
