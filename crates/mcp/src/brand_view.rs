//! Metrics of brands as tools return them: one list of rates, with the brand in each row.

use serde_json::{Map, Value, json};

/// Makes one list of the brands of each group, and one of the samples that they are shares of. `of` says which group a row
/// belongs to: `ALL`, `BEFORE` or a model. The points of a series are two lists in the same way.
pub(crate) fn measured_brands(mut body: Map<String, Value>) -> Map<String, Value> {
    let mut take = |name: &str| body.remove(name).unwrap_or_default();
    let names = take("brands");
    let (mut samples, mut brands) = (Vec::new(), Vec::new());
    let mut groups = vec![(json!("ALL"), take("all")), (json!("BEFORE"), take("before"))];
    groups.extend(items(take("models")).map(|mut model| (model["model"].take(), model["group"].take())));
    for (of, group) in groups {
        split(group, &names, ("of", of), &mut samples, &mut brands);
    }
    if let Value::Object(mut fields) = take("series") {
        let (mut points, mut series) = (Vec::new(), Vec::new());
        for point in items(fields.remove("points").unwrap_or_default()) {
            let day = point["day"].clone();
            split(point, &names, ("day", day), &mut points, &mut series);
        }
        body.insert("points".to_owned(), points.into());
        body.insert("series".to_owned(), series.into());
    }
    body.insert("samples".to_owned(), samples.into());
    body.insert("brands".to_owned(), brands.into());
    body
}

/// Divides a group into its sample and its brands, which are in the order of `names`.
fn split(group: Value, names: &Value, of: (&str, Value), samples: &mut Vec<Value>, brands: &mut Vec<Value>) {
    let Value::Object(mut group) = group else { return };
    for (index, row) in items(group.remove("brands").unwrap_or_default()).enumerate() {
        let mut labeled = Map::from_iter([(of.0.to_owned(), of.1.clone()), ("brand".to_owned(), names[index].clone())]);
        labeled.extend(row.as_object().cloned().unwrap_or_default());
        brands.push(labeled.into());
    }
    group.insert(of.0.to_owned(), of.1);
    samples.push(group.into());
}

/// Names the brands in the counts of each prompt and model.
pub(crate) fn measured_prompts(mut body: Map<String, Value>) -> Map<String, Value> {
    let brands = body.get("brands").and_then(Value::as_array).into_iter().flatten();
    let names: Vec<String> = brands.filter_map(|brand| brand["name"].as_str()).map(str::to_owned).collect();
    for prompt in objects_mut(body.get_mut("prompts")) {
        for counts in objects_mut(prompt.get_mut("models")).filter_map(|model| model.get_mut("named")) {
            *counts = names.iter().cloned().zip(items(counts.take())).collect::<Map<_, _>>().into();
        }
    }
    body
}

/// Leaves out where excerpts name their brands: a model reads the text.
pub(crate) fn excerpts(mut body: Map<String, Value>) -> Map<String, Value> {
    for excerpt in objects_mut(body.get_mut("answers")) {
        excerpt.remove("mentions");
    }
    body
}

/// The items of a list. None if it is no list.
fn items(list: Value) -> impl Iterator<Item = Value> {
    match list {
        Value::Array(items) => items,
        _ => Vec::new(),
    }
    .into_iter()
}

/// The objects of a list. None if it is no list.
pub(crate) fn objects_mut(list: Option<&mut Value>) -> impl Iterator<Item = &mut Map<String, Value>> {
    list.and_then(Value::as_array_mut).into_iter().flatten().filter_map(Value::as_object_mut)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(body: Value) -> Map<String, Value> {
        body.as_object().cloned().unwrap()
    }

    #[test]
    fn the_brands_of_each_group_and_point_are_rows_with_their_names() {
        let (nurio, sono) = (json!({ "id": "1", "name": "Nurio" }), json!({ "id": "2", "name": "Sono" }));
        let group = |rates: [f64; 2]| json!({ "namings": 3, "brands": [{ "rate": rates[0] }, { "rate": rates[1] }] });
        let body = json!({
            "coverage": { "answers": 4, "counted": 4 }, "totalBrands": 2, "brands": [nurio, sono],
            "all": group([0.5, 0.1]), "before": group([0.4, 0.2]),
            "models": [{ "model": "CLAUDE", "group": group([1.0, 0.0]) }],
            "series": { "points": [{ "day": "2026-01-01", "namings": 1, "brands": [{ "rate": 0.3 }, { "rate": 0.2 }] }] },
        });
        let samples = ["ALL", "BEFORE", "CLAUDE"].map(|of| json!({ "of": of, "namings": 3 }));
        let row = |of: &str, brand: &Value, rate: f64| json!({ "of": of, "brand": brand, "rate": rate });
        let point = |brand: &Value, rate: f64| json!({ "day": "2026-01-01", "brand": brand, "rate": rate });
        assert_eq!(
            Value::Object(measured_brands(fields(body))),
            json!({
                "coverage": { "answers": 4, "counted": 4 }, "totalBrands": 2,
                "samples": samples,
                "brands": [
                    row("ALL", &nurio, 0.5), row("ALL", &sono, 0.1), row("BEFORE", &nurio, 0.4), row("BEFORE", &sono, 0.2),
                    row("CLAUDE", &nurio, 1.0), row("CLAUDE", &sono, 0.0),
                ],
                "points": [{ "day": "2026-01-01", "namings": 1 }],
                "series": [point(&nurio, 0.3), point(&sono, 0.2)],
            })
        );
    }

    #[test]
    fn the_counts_of_a_prompt_name_their_brands() {
        let body =
            json!({ "brands": [{ "name": "A" }, { "name": "B" }], "prompts": [{ "models": [{ "named": [3, 0] }] }] });
        assert_eq!(measured_prompts(fields(body))["prompts"][0]["models"][0]["named"], json!({ "A": 3, "B": 0 }));
    }
}
