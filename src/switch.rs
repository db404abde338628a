//! Switches of rules, with which `cargo research offprint-eval -- rules` counts what each rule gains: the product has
//! none.

#[cfg(feature = "switches")]
thread_local! {
    /// The rule that is off on this thread.
    pub static OFF: std::cell::Cell<&'static str> = const { std::cell::Cell::new("") };
}

/// Whether a rule is on.
#[inline(always)]
pub fn is_on(_rule: &str) -> bool {
    #[cfg(feature = "switches")]
    return OFF.get() != _rule;
    #[cfg(not(feature = "switches"))]
    true
}
