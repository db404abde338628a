//! The output of commands.

use std::io::{BufRead, BufReader};
use std::process::{Command, Output};

use anyhow::{Context, Result, ensure};
use xshell::Cmd;

/// Runs a command whose output is shown and returned.
pub fn output_shown(command: Cmd) -> Result<String> {
    let shown = command.to_string();
    println!("$ {shown}");
    let mut command = Command::from(command);
    let (reader, writer) = std::io::pipe()?;
    command.stdout(writer.try_clone()?).stderr(writer);
    let mut child = command.spawn().with_context(|| format!("cannot start `{shown}`"))?;
    // The command holds the pipe open.
    drop(command);
    let mut text = String::new();
    for line in BufReader::new(reader).split(b'\n') {
        let bytes = line?;
        let line = String::from_utf8_lossy(&bytes);
        println!("{line}");
        text += &line;
        text.push('\n');
    }
    let status = child.wait()?;
    ensure!(status.success(), "`{shown}` failed ({status})");
    Ok(text)
}

/// Both streams of a command, as text.
pub fn lossy(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}
