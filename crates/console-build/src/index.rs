//! The page that starts the console, made from index.html.

use crate::StepResult;

/// Names of the files that the page loads.
pub(crate) struct Assets {
    pub(crate) styles: String,
    pub(crate) script: String,
    pub(crate) program: String,
}

/// Replaces the links of `template` that are for Trunk by the files of this build.
pub(crate) fn page(template: &str, assets: &Assets) -> StepResult<String> {
    let Assets { styles, script, program } = assets;
    let styles = format!("<link rel=\"stylesheet\" href=\"/{styles}\">");
    // The start script fetches the program with `cors` and same-origin credentials: a hint must say the same.
    let program = format!(
        "<link rel=\"preload\" href=\"/{program}\" as=\"fetch\" type=\"application/wasm\" crossorigin>\
         <script type=\"module\" src=\"/{script}\"></script>"
    );
    // The build copies the icons itself.
    let icons = ("rel=\"copy-dir\"", String::new());
    let mut replacements = vec![icons, ("rel=\"tailwind-css\"", styles), ("rel=\"rust\"", program)];
    let mut page = String::new();
    let mut rest = template;
    while let Some(begin) = rest.find("<link") {
        let (before, link) = rest.split_at(begin);
        let (attributes, after) = link.split_once("/>").ok_or("index.html has a link without an end")?;
        page.push_str(before);
        if !attributes.contains("data-trunk") {
            page.push_str(attributes);
            page.push_str("/>");
        } else if let Some(known) = replacements.iter().position(|(kind, _)| attributes.contains(kind)) {
            page.push_str(&replacements.remove(known).1);
        } else {
            return Err(format!("index.html has a link for Trunk that this build does not know: {attributes}").into());
        }
        rest = after;
    }
    page.push_str(rest);
    if let [(kind, _), ..] = replacements[..] {
        return Err(format!("index.html has no link for Trunk with {kind}").into());
    }
    // A line break ends a comment of the script, so it stays.
    Ok(page.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const STYLES: &str = r#"<link data-trunk rel="tailwind-css" href="web/styles/app.css" />"#;
    const PROGRAM: &str = "<link\n      data-trunk\n      rel=\"rust\"\n/>";

    const ICONS: &str = r#"<link data-trunk rel="copy-dir" href="web/icons" />"#;

    fn assets() -> Assets {
        Assets { styles: "app-1.css".into(), script: "start-2.js".into(), program: "app-3.wasm".into() }
    }

    #[test]
    fn trunk_links_become_the_files_of_the_build() {
        let page = page(&format!("<head>\n  {STYLES}\n  {PROGRAM}\n  {ICONS}\n</head>"), &assets());
        assert_eq!(
            page.unwrap(),
            "<head>\n<link rel=\"stylesheet\" href=\"/app-1.css\">\n\
             <link rel=\"preload\" href=\"/app-3.wasm\" as=\"fetch\" type=\"application/wasm\" crossorigin>\
             <script type=\"module\" src=\"/start-2.js\"></script>\n</head>"
        );
    }

    #[test]
    fn a_link_that_is_missing_or_unknown_is_an_error() {
        let without_program = page(&[STYLES, ICONS].concat(), &assets());
        assert!(without_program.err().unwrap().to_string().contains("rel=\"rust\""));
        assert!(page(r#"<link data-trunk rel="icon" href="a.svg" />"#, &assets()).is_err());
    }
}
