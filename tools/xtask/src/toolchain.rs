//! Finding a Rust that can build for WebAssembly.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};

use crate::run::{cargo, output, run};

pub const TARGET: &str = "wasm32-unknown-unknown";

const MISSING: &str = "\
no Rust standard library for WebAssembly was found. Do one of these, then try again:
  with rustup:           rustup target add wasm32-unknown-unknown
  with Debian or Ubuntu: apt-get install --no-install-recommends \
rustc-web cargo-web rust-web-src rust-web-llvm rust-web-clippy lld-22";

/// A Rust that can build for WebAssembly.
#[derive(Clone, Copy)]
pub enum Toolchain {
    /// The Rust in use has the standard library of the target.
    Own,
    /// Debian's Rust has only the source of the standard library and builds that as well.
    Debian,
}

impl Toolchain {
    pub fn find() -> Result<Self> {
        if has_standard_library() {
            return Ok(Self::Own);
        }
        // Fails without rustup or without a network; the next line sees the outcome.
        let _ = run(Command::new("rustup").args(["target", "add", TARGET]));
        if has_standard_library() {
            return Ok(Self::Own);
        }
        if debian_has_source() {
            return Ok(Self::Debian);
        }
        bail!(MISSING)
    }

    /// The compiler's version.
    pub fn version(self) -> Result<String> {
        let compiler = match self {
            Self::Own => "rustc",
            Self::Debian => "/usr/bin/rustc",
        };
        output(Command::new(compiler).arg("--version"))
    }

    /// `cargo <verb>` for the WebAssembly target.
    pub fn cargo(self, verb: &str) -> Command {
        let mut command = match self {
            Self::Own => cargo(),
            Self::Debian => Command::new("/usr/bin/cargo"),
        };
        command.arg(verb);
        self.aim(command)
    }

    /// `cargo clippy` for the WebAssembly target.
    pub fn clippy(self) -> Command {
        match self {
            Self::Own => self.cargo("clippy"),
            // Cargo would look for its clippy in rustup's folder first.
            Self::Debian => {
                let mut command = Command::new("/usr/bin/cargo-clippy");
                command.arg("clippy").env("CARGO", "/usr/bin/cargo");
                self.aim(command)
            }
        }
    }

    fn aim(self, mut command: Command) -> Command {
        command.args(["--target", TARGET]);
        if let Self::Debian = self {
            // Building the standard library needs the permission of RUSTC_BOOTSTRAP.
            command
                .args(["-Z", "build-std=std,panic_abort"])
                .env("RUSTC_BOOTSTRAP", "1")
                .env("RUSTC", "/usr/bin/rustc")
                .env_remove("RUSTUP_TOOLCHAIN");
        }
        command
    }
}

fn has_standard_library() -> bool {
    let found =
        output(Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]));
    let Ok(folder) = found else { return false };
    let Ok(files) = Path::new(folder.trim()).read_dir() else {
        return false;
    };
    files.flatten().any(|file| {
        let name = file.file_name();
        let name = name.to_string_lossy();
        name.starts_with("libcore-") && name.ends_with(".rlib")
    })
}

fn debian_has_source() -> bool {
    let found = output(Command::new("/usr/bin/rustc").args(["--print", "sysroot"]));
    found.is_ok_and(|root| {
        Path::new(root.trim())
            .join("lib/rustlib/src/rust/library/std")
            .exists()
    })
}
