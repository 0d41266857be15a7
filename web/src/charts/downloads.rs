//! The downloads of a chart: an SVG or a PNG picture that looks like the chart on the page, below what it shows, or its data as a
//! CSV file; and its data as a table of the page. The code is loaded when one of them is first asked for.

use js_sys::encode_uri_component;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

use super::data_table::{TableView, data_table};
use super::text_width::wrapped;
use crate::csv::CsvTable;
use crate::csv_file::save_table;
use crate::file_name::{CHOSEN_OPTIONS, FILTER_CHIPS, content_of_page, file_name};
use crate::format::today;
use crate::lazy::lazy_part;
use crate::locale::texts;
use crate::ui::{Notices, save_file, save_from, texts_of};

/// What the style sheets of the page say about shapes and text. A picture has no style sheets.
const PROPERTIES: [&str; 12] = [
    "dominant-baseline",
    "fill",
    "fill-opacity",
    "font-family",
    "font-size",
    "font-weight",
    "stroke",
    "stroke-dasharray",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-width",
    "text-anchor",
];
/// The space around a chart in its picture.
const PADDING: i32 = 16;
/// The height of a line above it.
const LINE: i32 = 18;
/// The pixels of a PNG for each pixel of the page.
const SCALE: f64 = 2.0;
/// The maximum height of a PNG in pixels. Browsers refuse larger ones.
const HEIGHT_MAX: f64 = 16_000.0;

/// Downloads a chart, which has a title and a description, as a file with the caveat of the page in its name. A message says if that
/// failed.
pub type Save = fn(svg: &web_sys::Element, title: &str, description: &str, caveat: Option<String>, notices: Notices);

#[derive(Clone, Copy)]
pub struct Files {
    /// A drawing without loss, for print and further work.
    pub svg: Save,
    /// Pixels, which any program shows.
    pub png: Save,
    /// The data as a table, under a title. A message says if that was saved.
    pub csv: fn(title: &str, caveat: Option<String>, table: &CsvTable, notices: Notices),
    /// The data as a table of the page.
    pub table: TableView,
}

lazy_part! {
    chart_downloads: Files = Files { svg: save_svg, png: save_png, csv: save_table, table: data_table }
}

/// A picture as SVG, and its size in pixels of the page.
struct Picture {
    text: String,
    size: [i32; 2],
}

fn save_svg(svg: &web_sys::Element, title: &str, description: &str, caveat: Option<String>, notices: Notices) {
    let name = file_name(&content_of_page(title, caveat), "svg");
    let save = |picture: Picture| save_file(&name, "image/svg+xml", &picture.text);
    if !picture(svg, title, description).is_some_and(save) {
        notify_failure(notices);
    }
}

fn save_png(svg: &web_sys::Element, title: &str, description: &str, caveat: Option<String>, notices: Notices) {
    let Some(picture) = picture(svg, title, description) else { return notify_failure(notices) };
    let name = file_name(&content_of_page(title, caveat), "png");
    leptos::task::spawn_local(async move {
        match to_png(&picture).await {
            Some(picture) => save_from(&name, &picture),
            None => notify_failure(notices),
        }
    });
}

fn notify_failure(notices: Notices) {
    notices.notify(texts().charts().not_saved.to_owned());
}

// The address of the picture, which contains it.
async fn to_png(Picture { text, size }: &Picture) -> Option<String> {
    let [width, height] = size.map(f64::from);
    let image = web_sys::HtmlImageElement::new().ok()?;
    image.set_src(&format!("data:image/svg+xml;charset=utf-8,{}", encode_uri_component(text)));
    JsFuture::from(image.decode()).await.ok()?;
    let canvas: web_sys::HtmlCanvasElement = document().create_element("canvas").ok()?.unchecked_into();
    let scale = SCALE.min(HEIGHT_MAX / height.max(1.0));
    canvas.set_width((width * scale) as u32);
    canvas.set_height((height * scale) as u32);
    let context: web_sys::CanvasRenderingContext2d = canvas.get_context("2d").ok()??.unchecked_into();
    context.draw_image_with_html_image_element_and_dw_and_dh(&image, 0.0, 0.0, width * scale, height * scale).ok()?;
    // A canvas that the browser could not make gives an address without a picture.
    canvas.to_data_url_with_type("image/png").ok().filter(|address| address.starts_with("data:image/png"))
}

fn picture(svg: &web_sys::Element, title: &str, description: &str) -> Option<Picture> {
    let copy: web_sys::Element = svg.clone_node_with_deep(true).ok()?.unchecked_into();
    let (shapes, copies) = (svg.query_selector_all("g *").ok()?, copy.query_selector_all("g *").ok()?);
    for index in 0..shapes.length() {
        let (Some(shape), Some(copied)) = (shapes.item(index), copies.item(index)) else { break };
        let style = window().get_computed_style(shape.unchecked_ref()).ok()??;
        let copied: web_sys::Element = copied.unchecked_into();
        for name in PROPERTIES {
            copied.set_attribute(name, &style.get_property_value(name).ok()?).ok()?;
        }
        copied.remove_attribute("class").ok()?;
    }
    // The drawing has its size also while a table is in its place.
    let view_box = svg.get_attribute("viewBox")?;
    let mut size = view_box.split(' ').skip(2).map(|length| length.parse::<i32>().ok());
    let (width, height) = (size.next()??, size.next()??);
    let mut lines = vec![title.to_owned()];
    for text in [description, &scope()] {
        lines.extend(wrapped(text, f64::from(width)));
    }
    let (left, top) = (-PADDING, -2 * PADDING - LINE * lines.len() as i32);
    let size = [width + 2 * PADDING, height + PADDING - top];
    let [width, height] = size.map(|length| length.to_string());
    for (name, value) in
        [("width", &width), ("height", &height), ("viewBox", &format!("{left} {top} {width} {height}"))]
    {
        copy.set_attribute(name, value).ok()?;
    }
    copy.remove_attribute("id").ok()?;
    copy.remove_attribute("aria-hidden").ok()?;
    copy.set_attribute("role", "img").ok()?;
    let style = window().get_computed_style(&svg.closest("figure").ok()??).ok()??;
    let style = |name: &str| style.get_property_value(name).ok();
    let element = |tag: &str, text: &str, attributes: &[(&str, &str)]| {
        let element = document().create_element_ns(svg.namespace_uri().as_deref(), tag).ok()?;
        element.set_text_content(Some(text));
        for (name, value) in attributes {
            element.set_attribute(name, value).ok()?;
        }
        Some(element)
    };
    let (x, y, fill) = (left.to_string(), top.to_string(), style("background-color")?);
    let frame: [(&str, &str); 5] = [("x", &x), ("y", &y), ("width", &width), ("height", &height), ("fill", &fill)];
    for element in [element("rect", "", &frame)?, element("desc", description, &[])?, element("title", title, &[])?] {
        copy.insert_before(&element, copy.first_child().as_ref()).ok()?;
    }
    let (fill, font) = (style("color")?, style("font-family")?);
    for (line, number) in lines.iter().zip(1..) {
        let y = (top + PADDING + LINE * number).to_string();
        let weight = if number == 1 { "650" } else { "400" };
        let look: [(&str, &str); 5] =
            [("y", &y), ("fill", &fill), ("font-family", &font), ("font-size", "12"), ("font-weight", weight)];
        let line = element("text", line, &look)?;
        copy.append_child(&line).ok()?;
    }
    let text = web_sys::XmlSerializer::new().ok()?.serialize_to_string(&copy).ok()?;
    Some(Picture { text, size })
}

/// The page, the answers that it counts, and the day.
fn scope() -> String {
    let mut parts = vec![document().title()];
    parts.extend(texts_of(&[CHOSEN_OPTIONS, ".scope-total", FILTER_CHIPS].join(", ")));
    parts.push(today());
    parts.retain(|part| !part.is_empty());
    parts.join(" · ")
}
