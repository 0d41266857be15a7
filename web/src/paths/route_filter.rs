use answerdeck_api::ModelRoute;

/// By which routes answers came.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum RouteFilter {
    /// Nothing was chosen. A list has all answers, and numbers count those of one route.
    #[default]
    Unset,
    /// Nothing was chosen, and it is not known yet which route numbers count.
    Pending,
    All,
    Only(ModelRoute),
}

/// The value of [`RouteFilter::All`] in an address.
const ALL_ROUTES: &str = "ALL";

impl RouteFilter {
    /// Reads the value in an address. An unknown route counts as absent.
    pub fn of(text: &str) -> Self {
        match ModelRoute::from(text) {
            _ if text == ALL_ROUTES => Self::All,
            route if route.is_known() => Self::Only(route),
            _ => Self::Unset,
        }
    }

    /// The value in an address. `None` when nothing was chosen.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Unset | Self::Pending => None,
            Self::All => Some(ALL_ROUTES),
            Self::Only(route) => Some(route.as_str()),
        }
    }
}
