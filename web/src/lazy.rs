//! Lazy parts: parts of pages whose code is loaded when they are first used. `routes::LAZY_PARTS` lists them.

use leptos::prelude::*;

use crate::reactive::{effect, live_on};

/// Declares a lazy part: its function, and a function `load` in the same module, which loads its code and calls it.
macro_rules! lazy_part {
    ($(#[$documentation:meta])* $name:ident: $code:ty = $value:expr) => {
        $(#[$documentation])*
        #[cfg_attr(feature = "split", leptos::prelude::lazy)]
        pub fn $name() -> $code {
            $value
        }

        /// Loads the code of the lazy part.
        #[cfg(feature = "split")]
        pub async fn load() -> $code {
            $name().await
        }

        /// The code of the lazy part. Without splitting, the program contains all code.
        #[cfg(not(feature = "split"))]
        pub async fn load() -> $code {
            $name()
        }
    };
}

pub(crate) use lazy_part;

/// Starts loading the code of a lazy part now. The signal is `None` until it is loaded.
pub fn loaded<V, F>(load: fn() -> F) -> RwSignal<Option<V>>
where
    V: Copy + Send + Sync + 'static,
    F: Future<Output = V> + 'static,
{
    let code = RwSignal::new(None);
    load_into(code, load);
    code
}

fn load_into<V, F>(code: RwSignal<Option<V>>, load: fn() -> F)
where
    V: Copy + Send + Sync + 'static,
    F: Future<Output = V> + 'static,
{
    leptos::task::spawn_local(async move {
        let loaded = load().await;
        code.try_set(Some(loaded));
    });
}

/// Loads the code of a lazy part once `is_needed` is true. The signal is `None` until it is loaded.
pub fn loaded_when<V, F>(is_needed: impl Fn() -> bool + 'static, load: fn() -> F) -> RwSignal<Option<V>>
where
    V: Copy + Send + Sync + 'static,
    F: Future<Output = V> + 'static,
{
    let code = RwSignal::new(None);
    let is_loading = StoredValue::new(false);
    effect(move || {
        if is_needed() && !is_loading.get_value() {
            is_loading.set_value(true);
            load_into(code, load);
        }
    });
    code
}

/// Shows a lazy part when its code is loaded, and `loading` before.
pub fn lazy_view<V: Copy + Send + Sync + 'static>(
    code: RwSignal<Option<V>>,
    loading: impl Fn() -> AnyView + Send + 'static,
    view: impl Fn(V) -> AnyView + Send + 'static,
) -> AnyView {
    live_on(code, move |code: Option<V>| code.map_or_else(&loading, &view))
}
