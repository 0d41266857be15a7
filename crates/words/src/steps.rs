//! Counts the steps of an analysis, so that tests find out whether their number is linear in the length of the text.

use std::cell::Cell;

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

pub(crate) fn count() {
    COUNT.set(COUNT.get() + 1);
}

/// The steps of `work` in this thread.
pub(crate) fn counted(work: impl FnOnce()) -> u64 {
    let before = COUNT.get();
    work();
    COUNT.get() - before
}
