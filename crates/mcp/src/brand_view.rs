//! Metrics of brands as tools return them: one list of rates, with the brand in each row and the denominator in each rate.

use serde_json::{Map, Value, json};

use crate::text::named;

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
        set_denominator(&mut labeled, "mentionRate", group.get("sample"));
        set_denominator(&mut labeled, "citationRate", group.get("citing"));
        brands.push(labeled.into());
    }
    group.insert(of.0.to_owned(), of.1);
    samples.push(group.into());
}

/// Says in a rate of a row of how many answers it is: of a number, or of those of a sample.
fn set_denominator(row: &mut Map<String, Value>, rate: &str, answers: Option<&Value>) {
    let answers = answers.map(|answers| answers.get("answers").unwrap_or(answers));
    if let (Some(Value::Object(rate)), Some(answers)) = (row.get_mut(rate), answers) {
        rate.insert("of".to_owned(), answers.clone());
    }
}

/// Sets the denominators of rates whose rows have them: by the names of the rates and of these fields.
fn set_denominators<'a>(rows: impl Iterator<Item = &'a mut Map<String, Value>>, names: &[(&str, &str)]) {
    for row in rows {
        for (rate, answers) in names {
            let answers = row.get(*answers).cloned();
            set_denominator(row, rate, answers.as_ref());
        }
    }
}

/// The brands that a brand is ahead of or behind.
pub(crate) fn leads(mut body: Map<String, Value>) -> Map<String, Value> {
    let names = [("mentionRate", "answers"), ("otherMentionRate", "answers")];
    set_denominators(objects_mut(body.get_mut("leads")), &names);
    body
}

/// The mention rates of a brand in answers that cite a source, and in others.
pub(crate) fn source_influence(mut body: Map<String, Value>) -> Map<String, Value> {
    let names = [("mentionRateCiting", "citing"), ("mentionRateOthers", "others")];
    set_denominators(objects_mut(body.get_mut("sources")), &names);
    body
}

/// Names the brands in the counts of each prompt and model.
pub(crate) fn measured_prompts(mut body: Map<String, Value>) -> Map<String, Value> {
    let names = unique_names(body.get("brands"));
    let denominators = [("mentionRate", "answers"), ("before", "answersBefore")];
    set_denominators(body.get_mut("all").and_then(Value::as_object_mut).into_iter(), &denominators);
    set_denominators(objects_mut(body.get_mut("prompts")), &denominators);
    for prompt in objects_mut(body.get_mut("prompts")) {
        for counts in objects_mut(prompt.get_mut("models")).filter_map(|model| model.get_mut("named")) {
            *counts = names.iter().cloned().zip(items(counts.take())).collect::<Map<_, _>>().into();
        }
    }
    body
}

/// The names of brands, each of one brand: a name that several have is with the id, `Nurio [0123]`, and so is one that looks like that.
fn unique_names(brands: Option<&Value>) -> Vec<String> {
    let brands: Vec<&Value> = brands.and_then(Value::as_array).into_iter().flatten().collect();
    let name = |brand: &&Value| {
        let name = brand["name"].as_str().unwrap_or_default();
        let is_shared = name.ends_with(']') || brands.iter().filter(|other| other["name"] == name).count() > 1;
        let with_id = brand.as_object().filter(|_| is_shared).and_then(named);
        with_id.unwrap_or_else(|| name.to_owned())
    };
    brands.iter().map(name).collect()
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
    fn each_rate_has_its_denominator() {
        let (rate, of) = (json!({ "numerator": 1 }), |answers: u64| json!({ "numerator": 1, "of": answers }));
        let rates = json!({ "mentionRate": rate, "citationRate": rate });
        let group = json!({ "sample": { "answers": 4 }, "citing": { "answers": 3 }, "brands": [rates] });
        let point = json!({ "day": "d", "sample": { "answers": 2 }, "citing": 1, "brands": [rates] });
        let body = json!({ "brands": ["A"], "all": group, "series": { "points": [point] } });
        let measured = measured_brands(fields(body));
        let rates = |row: &Value| ["mentionRate", "citationRate"].map(|rate| row[rate].clone());
        assert_eq!(rates(&measured["brands"][0]), [of(4), of(3)]);
        assert_eq!(rates(&measured["series"][0]), [of(2), of(1)]);
        let row = json!({ "answers": 5, "mentionRate": rate, "otherMentionRate": rate });
        let prompt = json!({ "answers": 5, "mentionRate": rate, "answersBefore": 8, "before": rate });
        let prompts = measured_prompts(fields(json!({ "all": row, "prompts": [prompt] })));
        let [all, prompt] = [&prompts["all"], &prompts["prompts"][0]];
        assert_eq!([&all["mentionRate"], &prompt["mentionRate"], &prompt["before"]], [&of(5), &of(5), &of(8)]);
        let lead = leads(fields(json!({ "leads": [row] })))["leads"][0].clone();
        assert_eq!([&lead["mentionRate"], &lead["otherMentionRate"]], [&of(5), &of(5)]);
        let [citing, others] = [6, 7].map(|answers| json!({ "answers": answers }));
        let row = json!({ "citing": citing, "others": others, "mentionRateCiting": rate, "mentionRateOthers": rate });
        let source = source_influence(fields(json!({ "sources": [row] })))["sources"][0].clone();
        assert_eq!([&source["mentionRateCiting"], &source["mentionRateOthers"]], [&of(6), &of(7)]);
    }

    #[test]
    fn the_counts_of_a_prompt_name_their_brands() {
        let body =
            json!({ "brands": [{ "name": "A" }, { "name": "B" }], "prompts": [{ "models": [{ "named": [3, 0] }] }] });
        assert_eq!(measured_prompts(fields(body))["prompts"][0]["models"][0]["named"], json!({ "A": 3, "B": 0 }));
    }

    #[test]
    fn brands_of_one_name_have_their_ids_and_no_count_is_lost() {
        let brand = |id: &str, name: &str| json!({ "id": id, "name": name });
        let brands = [brand("1", "A"), brand("2", "A"), brand("3", "B"), brand("4", "A [1]")];
        let body = json!({ "brands": brands, "prompts": [{ "models": [{ "named": [3, 0, 2, 1] }] }] });
        assert_eq!(
            measured_prompts(fields(body))["prompts"][0]["models"][0]["named"],
            json!({ "A [1]": 3, "A [2]": 0, "B": 2, "A [1] [4]": 1 })
        );
    }
}
