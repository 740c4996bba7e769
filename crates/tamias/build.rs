//! Puts the examples of the repository into the program, for `tamias new --example`, and links the program at a fixed address.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

const EXAMPLES: &[&str] = &["airports", "retail"];

/// What running an example leaves behind.
const LEFT_BEHIND: &[&str] = &[".env", "out", "releases"];

fn main() -> io::Result<()> {
    link_at_fixed_address();
    write_examples()
}

/// A program that can be loaded anywhere has hundreds of thousands of addresses that the loader corrects at each start: tables of options,
/// messages and functions. Without them half of the page faults of `SELECT 1` are gone. Shared libraries stay at random addresses.
fn link_at_fixed_address() {
    let of_target = |name: &str| env::var(format!("CARGO_CFG_TARGET_{name}")).unwrap_or_default();
    if of_target("OS") == "linux" && of_target("ENV") == "gnu" {
        println!("cargo:rustc-link-arg-bins=-no-pie");
    }
}

fn write_examples() -> io::Result<()> {
    let examples = Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("../../examples");
    println!("cargo:rerun-if-changed={}", examples.display());
    let mut code = String::from("static FILES: &[(&str, &str, &[u8])] = &[\n");
    for example in EXAMPLES {
        let root = examples.join(example);
        let mut files = Vec::new();
        add_files(&root, &mut files)?;
        for file in files {
            let name = file.strip_prefix(&root).map_err(io::Error::other)?.display().to_string();
            let _ = writeln!(code, "    ({example:?}, {name:?}, include_bytes!({:?})),", file.display().to_string());
        }
    }
    code.push_str("];\n");
    fs::write(Path::new(&env::var("OUT_DIR").unwrap_or_default()).join("examples.rs"), code)
}

fn add_files(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    println!("cargo:rerun-if-changed={}", folder.display());
    let mut paths = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    for path in paths {
        let is_left = path.file_name().is_some_and(|name| LEFT_BEHIND.iter().any(|left| name == *left));
        match path.is_dir() {
            _ if is_left => {}
            true => add_files(&path, files)?,
            false => files.push(path),
        }
    }
    Ok(())
}
