use answerdeck_api::console_page::parameter::ALL;

/// The days of which answers are counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Window {
    /// Nothing was chosen. A first or a last day is that of what a link leads to, such as an alert: other pages do not keep it.
    #[default]
    Unset,
    /// A first or last day of one's own.
    Own,
    All,
    /// The last days, of which today is one.
    Days(u16),
    /// The month of today.
    ThisMonth,
    /// The month before.
    LastMonth,
}

pub const WINDOWS: [Window; 6] =
    [Window::Days(7), Window::Days(30), Window::Days(90), Window::ThisMonth, Window::LastMonth, Window::All];

impl Window {
    /// How many days it has, if its name says it.
    pub fn days(self) -> Option<u64> {
        match self {
            Self::Days(days) => Some(days.into()),
            Self::Unset | Self::Own | Self::All | Self::ThisMonth | Self::LastMonth => None,
        }
    }

    /// Whether its first and its last day are in the address.
    pub fn has_dates(self) -> bool {
        matches!(self, Self::Unset | Self::Own)
    }

    /// Reads the value in an address. An unknown one counts as absent.
    pub fn of(text: &str) -> Self {
        WINDOWS.into_iter().chain([Self::Own]).find(|window| window.text().as_deref() == Some(text)).unwrap_or_default()
    }

    /// The value in an address. `None` when nothing was chosen.
    pub fn text(self) -> Option<String> {
        match self {
            Self::Unset => None,
            Self::Own => Some("own".to_owned()),
            Self::All => Some(ALL.to_owned()),
            Self::Days(days) => Some(days.to_string()),
            Self::ThisMonth => Some("this-month".to_owned()),
            Self::LastMonth => Some("last-month".to_owned()),
        }
    }
}
