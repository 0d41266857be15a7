//! Counts the operations of an analysis, so that tests find steps whose time is not linear in the length of the text.

use std::cell::Cell;

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

/// Counts one operation of this thread.
pub(crate) fn count() {
    COUNT.set(COUNT.get() + 1);
}

/// The operations of `work` in this thread.
pub(crate) fn counted(work: impl FnOnce()) -> u64 {
    let before = COUNT.get();
    work();
    COUNT.get() - before
}
