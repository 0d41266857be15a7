use leptos::prelude::*;

use super::shape::Shape;
use crate::reactive::effect;
use crate::ui::{observe_size, text_scale, unique_id};

const SVG: &str = "http://www.w3.org/2000/svg";

/// A group of shapes, redrawn when a signal that `shapes` reads changes.
///
/// The elements are made here, not by `view!`, which would add the code of a view for each kind of shape.
pub fn show_shapes(shapes: impl Fn() -> Vec<Shape> + 'static) -> AnyView {
    let shapes: Box<dyn Fn() -> Vec<Shape>> = Box::new(shapes);
    let id = unique_id("chart");
    let group = view! { <g id=id.clone()></g> };
    effect(move || {
        let shapes = shapes();
        let Some(group) = document().get_element_by_id(&id) else { return };
        group.set_text_content(None);
        for shape in &shapes {
            if let Some(element) = element(shape) {
                let _ = group.append_child(&element);
            }
        }
    });
    group.into_any()
}

fn element(shape: &Shape) -> Option<web_sys::Element> {
    let element = document().create_element_ns(Some(SVG), shape.tag).ok()?;
    element.set_attribute("class", shape.class).ok()?;
    if let Some(series) = shape.series {
        element.set_attribute("data-series", &series.to_string()).ok()?;
    }
    for (name, value) in &shape.attributes {
        element.set_attribute(name, value).ok()?;
    }
    if !shape.text.is_empty() {
        element.set_text_content(Some(&shape.text));
    }
    Some(element)
}

/// Keeps `width` at the width of an element in pixels, as if text had its usual size: a drawing grows with the text of the page.
pub fn observe_width(element: &web_sys::Element, width: RwSignal<f64>) {
    observe_size(element, move |now| {
        let now = (now / text_scale()).floor();
        // A hidden element has no width. It keeps its drawing.
        if now > 0.0 && width.try_get_untracked().is_some_and(|known| known != now) {
            width.set(now);
        }
    });
}
