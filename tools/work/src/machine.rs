//! The machine that runs the module and counts.

use std::sync::LazyLock;
use wasmi::{CompilationMode, Config, Engine, Error, ExternType, Instance, Linker, Module, Store, Val};

static MODULE: LazyLock<Module> = LazyLock::new(|| {
    // Next to the folder of the tests, `debug/deps`.
    let test = std::env::current_exe().expect("a test is a file");
    let target = test.ancestors().nth(3).expect("cargo has put it there");
    let path = target.join("wasm/wasm32-unknown-unknown/release/offprint_work.wasm");
    let wasm =
        std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}: run `cargo xtask test core`", path.display()));
    let mut config = Config::default();
    // Otherwise translating a function at its first call would count.
    config.consume_fuel(true).compilation_mode(CompilationMode::Eager);
    let engine = Engine::new(&config);
    Module::new(&engine, wasm).expect("the compiler makes no other")
});

/// The module with a memory of its own.
pub struct Machine {
    store: Store<()>,
    instance: Instance,
}

impl Machine {
    pub fn new() -> Self {
        let mut store = Store::new(MODULE.engine(), ());
        let mut linker = Linker::new(MODULE.engine());
        // These imports describe the module to JavaScript, which is absent.
        for import in MODULE.imports() {
            let ExternType::Func(kind) = import.ty() else {
                panic!("{} is no function", import.name());
            };
            let call = |_: wasmi::Caller<'_, ()>, _: &[Val], _: &mut [Val]| Err(Error::new("there is no JavaScript"));
            linker.func_new(import.module(), import.name(), kind.clone(), call).expect("each name is there once");
        }
        store.set_fuel(u64::MAX).expect("fuel is counted");
        let instance = linker.instantiate_and_start(&mut store, &MODULE).expect("all that is imported is there");
        Self { store, instance }
    }

    /// How many instructions a call takes; the error is a panic.
    pub fn call(&mut self, name: &str, given: &[usize]) -> Result<u64, Error> {
        // Its name in the module ends in a hash.
        let is_meant = |full: &&str| full.strip_prefix(name).is_some_and(|hash| hash.starts_with('_'));
        let full = MODULE.exports().map(|export| export.name()).find(is_meant);
        let function = full
            .and_then(|full| self.instance.get_func(&self.store, full))
            .unwrap_or_else(|| panic!("the module has no `{name}`"));
        let given: Vec<Val> = given.iter().map(|&one| Val::I32(one as i32)).collect();
        self.store.set_fuel(u64::MAX)?;
        function.call(&mut self.store, &given, &mut [])?;
        Ok(u64::MAX - self.store.get_fuel()?)
    }
}

impl Default for Machine {
    fn default() -> Self {
        Self::new()
    }
}
