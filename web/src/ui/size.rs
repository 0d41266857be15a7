use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// The usual size of text in pixels.
const USUAL_TEXT: f64 = 16.0;

thread_local! {
    static TEXT_SCALE: f64 = measured_text_scale().unwrap_or(1.0);
}

/// How many times larger than usual a reader lets the browser show text.
pub fn text_scale() -> f64 {
    TEXT_SCALE.with(|scale| *scale)
}

fn measured_text_scale() -> Option<f64> {
    Some(pixels(&document().document_element()?, "font-size")? / USUAL_TEXT)
}

/// A property of an element's style that is a length in pixels.
pub fn pixels(element: &web_sys::Element, property: &str) -> Option<f64> {
    let value = window().get_computed_style(element).ok()??.get_property_value(property).ok()?;
    Some(js_sys::parse_float(&value)).filter(|pixels| pixels.is_finite())
}

/// Calls `resized` with the width of an element's content in pixels whenever its size changes. The first call comes before the
/// first paint.
pub fn observe_size(element: &web_sys::Element, resized: impl Fn(f64) + 'static) {
    // The observer has measured. Reading the width of the element would lay out the page again after each chart.
    let measured = move |entries: js_sys::Array| {
        let entry = entries.pop().unchecked_into::<web_sys::ResizeObserverEntry>();
        resized(entry.content_rect().width());
    };
    // A browser may call the closure after the observer was disconnected, so the observer owns it.
    let on_resize = wasm_bindgen::closure::Closure::<dyn Fn(js_sys::Array)>::new(measured).into_js_value();
    let Ok(observer) = web_sys::ResizeObserver::new(on_resize.unchecked_ref()) else { return };
    observer.observe(element);
    let observer = StoredValue::new_local(observer);
    on_cleanup(move || {
        observer.try_with_value(web_sys::ResizeObserver::disconnect);
    });
}
