//! Icons: small drawings beside a text. They never replace it.

use leptos::prelude::*;

/// An icon, as SVG path data on a 24 × 24 grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IconName(&'static str);

#[allow(non_upper_case_globals, reason = "they are used as variants of an enum")]
impl IconName {
    pub const Logo: Self = Self("M4 7h16M4 12h10M4 17h6M17 13l3 4-3 4");
    pub const Overview: Self = Self("M4 20V10M10 20V4M16 20v-7M21 20H3");
    pub const Sets: Self = Self("M4 5h7v6H4zM13 5h7v6h-7zM4 13h7v6H4zM13 13h7v6h-7z");
    pub const Prompts: Self = Self("M4 5h16v11H9l-5 4z");
    pub const Runs: Self = Self("M12 3a9 9 0 1 0 9 9M12 7v5l3 2M16 3l5 0 0 5");
    pub const Schedules: Self = Self("M4 6h16v14H4zM4 10h16M8 3v4M16 3v4M8 14h3M14 14h2");
    pub const Answers: Self = Self("M5 4h14v16H5zM9 9h6M9 13h6");
    pub const Alerts: Self = Self("M6 10a6 6 0 0 1 12 0v5l2 2H4l2-2zM10 20h4");
    pub const Digests: Self = Self("M4 6h16v12H4zM4 7l8 6 8-6");
    pub const Brands: Self = Self("M4 4h8l8 8-8 8-8-8zM8 8h.500");
    pub const Sources: Self =
        Self("M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1");
    pub const Fanouts: Self = Self("M4 12h4l4-6h8M8 12h12M8 12l4 6h8");
    pub const Words: Self = Self("M4 18l5-12 5 12M6 14h6M17 12a3 3 0 1 0 0 6 3 3 0 0 0 0-6M20 12v6");
    pub const Keywords: Self = Self("M10 4a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM14.500 14.500L20 20M8 12V9M12 12V8");
    pub const SiteKeywords: Self = Self("M4 5h16v14H4zM4 9h16M8 13h5M8 16h8");
    pub const More: Self =
        Self("M4 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0M11 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0M18 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0");
    pub const Plus: Self = Self("M12 5v14M5 12h14");
    pub const List: Self = Self("M4 6h16M4 12h16M4 18h9");
    pub const Edit: Self = Self("M4 20l1-5L16 4l4 4L9 19zM13 7l4 4");
    pub const Delete: Self = Self("M5 7h14M10 4h4M7 7l1 13h8l1-13M10 11v5M14 11v5");
    pub const Close: Self = Self("M6 6l12 12M18 6L6 18");
    pub const Check: Self = Self("M5 12l5 5L19 7");
    pub const Warning: Self = Self("M12 4l9 16H3zM12 10v4M12 17v.5");
    pub const Copy: Self = Self("M9 9h11v11H9zM15 5H4v11");
    pub const Person: Self = Self("M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 21c0-4 3.500-6 8-6s8 2 8 6");
    pub const SignOut: Self = Self("M10 4H5v16h5M15 8l4 4-4 4M19 12H9");
    pub const Keyboard: Self = Self("M3 6h18v12H3zM7 10h.500M12 10h.500M17 10h.500M8 14h8");
    pub const Back: Self = Self("M14 6l-6 6 6 6");
    pub const Empty: Self = Self("M4 13l3-8h10l3 8v6H4zM4 13h5l1 2h4l1-2h5");
    pub const Busy: Self = Self("M12 3a9 9 0 1 0 9 9");
    pub const External: Self = Self("M9 5H5v14h14v-4M13 5h6v6M19 5l-9 9");
    pub const Play: Self = Self("M8 5l11 7-11 7z");
    pub const Pause: Self = Self("M8 5v14M16 5v14");
    pub const Stop: Self = Self("M6 6h12v12H6z");
    pub const Pending: Self = Self("M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4l3 2");
    pub const Image: Self = Self("M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M9 9h.500");
    pub const Next: Self = Self("M10 6l6 6-6 6");
    pub const Download: Self = Self("M12 4v11M7 10l5 5 5-5M5 20h14");
    pub const Print: Self = Self("M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z");
    pub const Settings: Self = Self("M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4");
    pub const Filter: Self = Self("M4 6h16M7 12h10M10 18h4");
    pub const Search: Self = Self("M10.500 4a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13zM15.500 15.500L20 20");
    pub const Retry: Self = Self("M20 12a8 8 0 1 1-2.300-5.700L20 9M20 4v5h-5");
}

/// An icon. Hidden from assistive technology.
#[component]
pub fn Icon(icon: IconName) -> AnyView {
    view! {
        <svg
            width="16"
            height="16"
            viewBox="0 0 24 24"
            fill="none"
            stroke="currentColor"
            stroke-width="1.8"
            stroke-linecap="round"
            stroke-linejoin="round"
            aria-hidden="true"
            focusable="false"
        >
            <path d=icon.0 />
        </svg>
    }
    .into_any()
}
