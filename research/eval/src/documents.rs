//! The figures in the documents, filled in from `research/results`.
//!
//! Each figure in a document is between two marks: `<!--=EXPRESSION-->` before it and `<!--/-->` after it. The
//! expression, in MiniJinja, computes the figure from the results; each file of results is a variable of the same name.
//! If a line break follows the first mark, the figure has lines of its own, such as a table. A mark for a figure within
//! a line must not begin the line, which would make it HTML. In a table, a mark must not contain `|`, which would end
//! the cell.
//!
//! The filter `table` makes a table from rows and from columns, which are given as `HEADING = KEY FORMAT`; see
//! [`Column`].

use crate::files::{named, text_of};
use crate::markdown;
use crate::results::{RESULTS, path, results, write};
use anyhow::{Context, Result, anyhow, ensure};
use minijinja::value::{Serde, Value};
use minijinja::{Environment, Error, ErrorKind, UndefinedBehavior};
use serde_json::Value as Json;

const DOCUMENTS: &str = "docs";
const OPENING: &str = "<!--=";
const CLOSING: &str = "<!--/-->";

/// Writes all documents that are out of date.
pub fn render() -> Result<()> {
    for (name, content) in documents()? {
        if std::fs::read_to_string(path(&name)).ok().as_deref() != Some(&content) {
            write(&name, &content)?;
            println!("{name}");
        }
    }
    Ok(())
}

/// Every document with its content.
fn documents() -> Result<Vec<(String, String)>> {
    let environment = environment()?;
    let mut documents = Vec::new();
    for (name, path) in named(&path(DOCUMENTS), "md")? {
        let text = filled(&text_of(&path)?, &environment).with_context(|| name.clone())?;
        documents.push((format!("{DOCUMENTS}/{name}.md"), text));
    }
    Ok(documents)
}

/// A document with the figures that its marks ask for.
fn filled(text: &str, environment: &Environment) -> Result<String> {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, mark)) = rest.split_once(OPENING) {
        out += before;
        let parts = mark.split_once("-->").and_then(|(expression, rest)| {
            let (kept, after) = rest.split_once(CLOSING)?;
            Some((expression, kept, after))
        });
        let (expression, kept, after) = parts.with_context(|| format!("{OPENING}{mark:.40}… has no end"))?;
        ensure!(!kept.contains(OPENING), "{OPENING}{expression}: no {CLOSING} before the next mark");
        let line = out.rsplit('\n').next().unwrap_or_default();
        let has_lines = kept.starts_with('\n');
        let has_place = line.contains(char::is_alphabetic) && !(line.starts_with('|') && expression.contains('|'));
        ensure!(has_lines || has_place, "{OPENING}{expression}: put words before it, and no `|` into it in a table");
        let figure = environment
            .render_str(&format!("{{{{ {expression} }}}}"), ())
            .map_err(|error| anyhow!("{expression}: {error:#}"))?;
        let end = if has_lines { "\n" } else { "" };
        out += &[OPENING, expression, "-->", end, &figure, end, CLOSING].concat();
        rest = after;
    }
    ensure!(!rest.contains(CLOSING), "a {CLOSING} without its mark");
    Ok(out + rest)
}

fn environment() -> Result<Environment<'static>> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(|_| minijinja::AutoEscape::None);
    environment.add_filter("table", table);
    environment.add_function("decimals", |value: Value, n: usize| written(&value, Format::Decimals(n)));
    environment.add_function("percent", |value: Value| written(&value, Format::Percent));
    environment.add_function("thousands", |n: u64| markdown::thousands(&n.to_string()));
    for (name, _) in named(&path(RESULTS), "json")? {
        let json: Json = results(&name)?;
        environment.add_global(name, Value::from(Serde(json)));
    }
    Ok(environment)
}

/// How a cell is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Plain,
    Decimals(usize),
    /// In percent, with one decimal.
    Percent,
    Code,
}

/// A column: `HEADING = KEY.KEY FORMAT`, where the heading alone is also the key, and the format is a number of
/// decimals (`.3`), `%` or `code`.
struct Column<'a> {
    heading: &'a str,
    keys: Vec<&'a str>,
    format: Format,
}

impl<'a> Column<'a> {
    fn new(written: &'a str) -> Result<Column<'a>, Error> {
        let (written, format) = match written.trim().rsplit_once(' ') {
            Some((rest, "%")) => (rest, Format::Percent),
            Some((rest, "code")) => (rest, Format::Code),
            Some((rest, format)) if format.starts_with('.') => {
                let decimals = format[1..].parse().map_err(|_| unknown(format))?;
                (rest, Format::Decimals(decimals))
            }
            _ => (written.trim(), Format::Plain),
        };
        let (heading, key) = written.split_once('=').unwrap_or((written, written));
        Ok(Column { heading: heading.trim(), keys: key.trim().split('.').collect(), format })
    }

    fn cell(&self, row: &Value) -> Result<String, Error> {
        let mut value = row.clone();
        for key in &self.keys {
            value = match key.parse::<usize>() {
                Ok(at) => value.get_item_by_index(at)?,
                Err(_) => value.get_attr(key)?,
            };
            if value.is_none() {
                break;
            }
        }
        if value.is_undefined() {
            return Err(unknown(&self.keys.join(".")));
        }
        written(&value, self.format)
    }
}

fn unknown(what: &str) -> Error {
    Error::new(ErrorKind::InvalidOperation, format!("{what}: no such key or format"))
}

fn written(value: &Value, format: Format) -> Result<String, Error> {
    if value.is_none() {
        return Ok("–".to_owned());
    }
    let number = || f64::try_from(value.clone());
    Ok(match format {
        Format::Plain => value.to_string(),
        Format::Code => format!("`{value}`"),
        Format::Decimals(n) => format!("{:.n$}", number()?),
        Format::Percent => format!("{:.1} %", 100.0 * number()?),
    })
}

/// Rows as a table.
fn table(rows: Value, columns: &str) -> Result<String, Error> {
    let columns: Vec<Column> = columns.split(',').map(Column::new).collect::<Result<_, _>>()?;
    let headings: Vec<&str> = columns.iter().map(|column| column.heading).collect();
    let line = |row: Value| columns.iter().map(|column| column.cell(&row)).collect();
    let lines: Vec<Vec<String>> = rows.try_iter()?.map(line).collect::<Result<_, _>>()?;
    Ok(markdown::table(&headings, lines).trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::rounded;
    use serde::Serialize;
    use serde::de::DeserializeOwned;
    use serde_json::json;

    #[test]
    fn the_figures_of_the_documents_are_those_of_the_results() {
        let mut marks = 0;
        for (name, content) in documents().unwrap() {
            let kept = std::fs::read_to_string(path(&name)).unwrap_or_default();
            assert!(kept == content, "{name} has other figures than research/results: run `cargo research render`");
            marks += content.matches(OPENING).count();
        }
        assert!(marks > 60, "only {marks} figures found: the check reads the wrong thing");
    }

    #[test]
    fn a_document_is_filled_in_place() {
        let mut environment = environment().unwrap();
        environment.add_global("n", 1040);
        let fill = |text: &str| filled(text, &environment).map_err(|error| error.to_string());
        let once = fill("Of <!--=thousands(n)-->7<!--/--> pages:\n\n<!--= n -->\nold\n<!--/-->\n").unwrap();
        assert_eq!(once, "Of <!--=thousands(n)-->1,040<!--/--> pages:\n\n<!--= n -->\n1040\n<!--/-->\n");
        assert_eq!(fill(&once), Ok(once.clone()));
        for wrong in [
            "Of <!--=n-->7",
            "Of 7<!--/--> pages",
            "Of <!--=n-->7 and <!--=n-->7<!--/-->",
            "| Of <!--=n | abs-->7<!--/--> |",
            "<!--=n-->7<!--/--> pages",
            "Of <!--=m-->7<!--/-->",
        ] {
            assert!(fill(wrong).is_err(), "{wrong}");
        }
    }

    /// The files hold only what the commands would write.
    #[test]
    fn the_results_have_the_form_that_is_measured() {
        fn check<T: DeserializeOwned + Serialize>(name: &str) {
            let [kept, written] = [results::<Json>(name).unwrap(), json!(results::<T>(name).unwrap())];
            assert!(kept == rounded(written), "{name}.json has other fields than its type");
        }
        check::<crate::gate::Extraction>("extraction");
        check::<Vec<crate::cleaning::Row>>("cleaning");
        check::<Vec<crate::meta::Row>>("meta");
        check::<crate::verdict::Results>("verdict");
        check::<crate::methods::Methods>("methods");
        check::<crate::kinds::Kinds>("kinds");
        check::<crate::rewrites::Rewrites>("rewrites");
        check::<crate::structure::Extractors>("structure");
        check::<crate::fold::Folds>("fold");
        check::<crate::forms::Figures>("forms");
    }

    #[test]
    fn a_table_has_a_line_for_each_row_and_a_cell_for_each_column() {
        let rows = json!([{"set": "a", "f1": {"zh": 0.5}, "n": 3}, {"set": "b", "f1": {"zh": null}, "n": 40}]);
        let table = |columns| table(Value::from(Serde(&rows)), columns);
        assert_eq!(
            table("set code, F1, n = f1.zh .3, share = n %").map_err(|error| error.to_string()),
            Err("invalid operation: F1: no such key or format".to_owned())
        );
        assert_eq!(
            table("set code, F1 = f1.zh .3, pages = n").unwrap(),
            "| set | F1 | pages |\n|---|--:|--:|\n| `a` | 0.500 | 3 |\n| `b` | – | 40 |"
        );
    }
}
