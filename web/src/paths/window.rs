use answerdeck_api::console_page::parameter::ALL;

/// The last days of which answers are counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Window {
    /// Nothing was chosen, or a first or last day of one's own.
    #[default]
    Unset,
    All,
    /// The last days, of which today is one.
    Days(u16),
}

/// The numbers of last days to choose from.
pub const WINDOWS: [u16; 3] = [7, 30, 90];

impl Window {
    /// Reads the value in an address. Anything but the offered numbers counts as absent.
    pub fn of(text: &str) -> Self {
        let days = || text.parse().ok().filter(|days| WINDOWS.contains(days));
        if text == ALL { Self::All } else { days().map_or(Self::Unset, Self::Days) }
    }

    /// The value in an address. `None` when nothing was chosen.
    pub fn text(self) -> Option<String> {
        match self {
            Self::Unset => None,
            Self::All => Some(ALL.to_owned()),
            Self::Days(days) => Some(days.to_string()),
        }
    }
}
