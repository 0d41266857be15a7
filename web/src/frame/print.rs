//! Printing the page.

use leptos::prelude::*;

/// Opens the browser's print dialog, which can also save the page as a PDF. The style sheet `print.css` decides what is printed.
pub fn print_page() {
    // A browser without printing has nothing to say about it.
    let _ = window().print();
}
