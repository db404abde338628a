//! A Python module is not linked to a Python library: it finds the symbols when it is loaded. The linker of macOS needs
//! an option for that.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
