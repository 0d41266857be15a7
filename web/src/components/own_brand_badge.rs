use leptos::prelude::*;

use crate::locale::t;
use crate::ui::{Badge, Tone};

pub fn own_brand_badge() -> AnyView {
    view! { <Badge label=t(|t| t.common().own_brand) tone=Tone::Active /> }.into_any()
}
