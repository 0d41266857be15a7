//! Puts drawings into the document.

use std::sync::atomic::{AtomicUsize, Ordering};

use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::drawing::Mark;
use crate::reactive::effect;

const SVG: &str = "http://www.w3.org/2000/svg";

static IDS: AtomicUsize = AtomicUsize::new(0);

/// An id that no other element has.
pub fn unique_id() -> String {
    format!("chart-{}", IDS.fetch_add(1, Ordering::Relaxed))
}

/// A group of shapes, redrawn when a signal that `marks` reads changes.
///
/// The elements are made here, not by `view!`, which would add the code of a view for each kind of shape.
pub fn show_marks(marks: impl Fn() -> Vec<Mark> + 'static) -> AnyView {
    let marks: Box<dyn Fn() -> Vec<Mark>> = Box::new(marks);
    let id = unique_id();
    let group = view! { <g id=id.clone()></g> };
    effect(move || {
        let marks = marks();
        let Some(group) = document().get_element_by_id(&id) else { return };
        group.set_text_content(None);
        for mark in &marks {
            if let Some(element) = element(mark) {
                let _ = group.append_child(&element);
            }
        }
    });
    group.into_any()
}

fn element(mark: &Mark) -> Option<web_sys::Element> {
    let element = document().create_element_ns(Some(SVG), mark.tag).ok()?;
    element.set_attribute("class", mark.class).ok()?;
    if let Some(series) = mark.series {
        element.set_attribute("data-series", &series.to_string()).ok()?;
    }
    for (name, value) in &mark.attributes {
        element.set_attribute(name, value).ok()?;
    }
    if !mark.text.is_empty() {
        element.set_text_content(Some(&mark.text));
    }
    Some(element)
}

/// Keeps `width` at the width of an element in pixels. The first measurement comes before the first paint.
pub fn observe_width(element: web_sys::Element, width: RwSignal<f64>) {
    // The observer has measured. Reading the width of the element would lay out the page again after each chart.
    let measured = move |entries: js_sys::Array| {
        let entry = entries.pop().unchecked_into::<web_sys::ResizeObserverEntry>();
        let now = entry.content_rect().width().floor();
        // A hidden element has no width. It keeps its drawing.
        if now > 0.0 && width.try_get_untracked().is_some_and(|known| known != now) {
            width.set(now);
        }
    };
    // A browser may call the closure after the observer was disconnected, so the observer owns it.
    let on_resize = wasm_bindgen::closure::Closure::<dyn Fn(js_sys::Array)>::new(measured).into_js_value();
    let Ok(observer) = web_sys::ResizeObserver::new(on_resize.unchecked_ref()) else { return };
    observer.observe(&element);
    let observer = StoredValue::new_local(observer);
    on_cleanup(move || {
        observer.try_with_value(web_sys::ResizeObserver::disconnect);
    });
}
