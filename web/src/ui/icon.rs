//! Icons: small drawings beside a text. They never replace it.

use leptos::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IconName {
    Logo,
    Overview,
    Sets,
    Prompts,
    Runs,
    Schedules,
    Answers,
    Alerts,
    Digests,
    Brands,
    Sources,
    Fanouts,
    Words,
    Keywords,
    SiteKeywords,
    More,
    Plus,
    List,
    Edit,
    Delete,
    Close,
    Check,
    Warning,
    Copy,
    Person,
    SignOut,
    Keyboard,
    Back,
    Empty,
    Busy,
    External,
    Play,
    Pause,
    Stop,
    Pending,
    Image,
    Next,
    Download,
    Print,
    Settings,
    Filter,
    Search,
    Retry,
}

impl IconName {
    // SVG path data on a 24 × 24 grid.
    const fn path(self) -> &'static str {
        match self {
            Self::Logo => "M4 7h16M4 12h10M4 17h6M17 13l3 4-3 4",
            Self::Overview => "M4 20V10M10 20V4M16 20v-7M21 20H3",
            Self::Sets => "M4 5h7v6H4zM13 5h7v6h-7zM4 13h7v6H4zM13 13h7v6h-7z",
            Self::Prompts => "M4 5h16v11H9l-5 4z",
            Self::Runs => "M12 3a9 9 0 1 0 9 9M12 7v5l3 2M16 3l5 0 0 5",
            Self::Schedules => "M4 6h16v14H4zM4 10h16M8 3v4M16 3v4M8 14h3M14 14h2",
            Self::Answers => "M5 4h14v16H5zM9 9h6M9 13h6",
            Self::Alerts => "M6 10a6 6 0 0 1 12 0v5l2 2H4l2-2zM10 20h4",
            Self::Digests => "M4 6h16v12H4zM4 7l8 6 8-6",
            Self::Brands => "M4 4h8l8 8-8 8-8-8zM8 8h.500",
            Self::Keywords => "M10 4a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM14.500 14.500L20 20M8 12V9M12 12V8",
            Self::SiteKeywords => "M4 5h16v14H4zM4 9h16M8 13h5M8 16h8",
            Self::More => {
                "M4 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0M11 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0M18 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0"
            }
            Self::Sources => "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
            Self::Fanouts => "M4 12h4l4-6h8M8 12h12M8 12l4 6h8",
            Self::Words => "M4 18l5-12 5 12M6 14h6M17 12a3 3 0 1 0 0 6 3 3 0 0 0 0-6M20 12v6",
            Self::Plus => "M12 5v14M5 12h14",
            Self::List => "M4 6h16M4 12h16M4 18h9",
            Self::Edit => "M4 20l1-5L16 4l4 4L9 19zM13 7l4 4",
            Self::Delete => "M5 7h14M10 4h4M7 7l1 13h8l1-13M10 11v5M14 11v5",
            Self::Close => "M6 6l12 12M18 6L6 18",
            Self::Check => "M5 12l5 5L19 7",
            Self::Warning => "M12 4l9 16H3zM12 10v4M12 17v.5",
            Self::Copy => "M9 9h11v11H9zM15 5H4v11",
            Self::Person => "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 21c0-4 3.500-6 8-6s8 2 8 6",
            Self::SignOut => "M10 4H5v16h5M15 8l4 4-4 4M19 12H9",
            Self::Keyboard => "M3 6h18v12H3zM7 10h.500M12 10h.500M17 10h.500M8 14h8",
            Self::Back => "M14 6l-6 6 6 6",
            Self::Empty => "M4 13l3-8h10l3 8v6H4zM4 13h5l1 2h4l1-2h5",
            Self::Busy => "M12 3a9 9 0 1 0 9 9",
            Self::External => "M9 5H5v14h14v-4M13 5h6v6M19 5l-9 9",
            Self::Play => "M8 5l11 7-11 7z",
            Self::Pause => "M8 5v14M16 5v14",
            Self::Stop => "M6 6h12v12H6z",
            Self::Pending => "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4l3 2",
            Self::Image => "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M9 9h.500",
            Self::Next => "M10 6l6 6-6 6",
            Self::Download => "M12 4v11M7 10l5 5 5-5M5 20h14",
            Self::Print => "M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z",
            Self::Settings => "M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4",
            Self::Search => "M10.500 4a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13zM15.500 15.500L20 20",
            Self::Retry => "M20 12a8 8 0 1 1-2.300-5.700L20 9M20 4v5h-5",
            Self::Filter => "M4 6h16M7 12h10M10 18h4",
        }
    }
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
            <path d=icon.path() />
        </svg>
    }
    .into_any()
}
