//! Options of questions about scans as callers write them.

use crate::arguments::{Argument, Arguments, Invalid, one_of};
use crate::findings::{
    CsvOptions, DiffOptions, Dimension, ExportOptions, FacetOptions, Filter, GroupSort, MOST_DIMENSIONS,
    MarkdownOptions, Query, RollupOptions, Sort, SortKey,
};
use crate::wire::severity::Severity;

const FILTER: [&str; 11] = [
    "severity",
    "image",
    "kind",
    "target",
    "package",
    "id",
    "installed_version",
    "fixable",
    "exploit",
    "minEpss",
    "text",
];

/// A filter; absent is open.
pub fn filter(given: Option<&Argument>) -> Result<Filter, Invalid> {
    let Some(given) = given else { return Ok(Filter::default()) };
    let given = Arguments::of(given, "where.", "where", &FILTER)?;
    let min_epss = given.number("minEpss")?;
    if min_epss.is_some_and(|least| !is_probability(least)) {
        return Err(given.invalid("minEpss", "must be a probability from 0 to 1"));
    }
    Ok(Filter {
        severity: severities(&given)?,
        image: given.mended_texts("image")?,
        kind: given.mended_texts("kind")?,
        target: given.mended_texts("target")?,
        package: given.mended_texts("package")?,
        id: given.mended_texts("id")?,
        installed_version: given.mended_texts("installed_version")?,
        fixable: given.flag("fixable")?,
        exploit: given.flag("exploit")?,
        min_epss,
        text: given.prose("text")?.map(str::to_owned),
    })
}

/// A query for a page of findings.
pub fn query(given: &Argument) -> Result<Query, Invalid> {
    let given = Arguments::of(given, "", "query", &["where", "sort", "offset", "limit"])?;
    let default = Query::default();
    Ok(Query {
        filter: filter(given.get("where"))?,
        sort: sorts(&given)?,
        offset: amount(&given, "offset")?.unwrap_or(default.offset),
        limit: amount(&given, "limit")?.unwrap_or(default.limit),
    })
}

/// What a rollup groups by, and how.
pub fn rollup(given: &Argument) -> Result<RollupOptions, Invalid> {
    let given = Arguments::of(given, "", "options", &["by", "where", "sort", "limit"])?;
    let by = dimensions(&given, "by")?.unwrap_or_default();
    if by.len() > MOST_DIMENSIONS {
        return Err(given.invalid("by", "must name at most three dimensions"));
    }
    let sort =
        given.word("sort", &GroupSort::ALL.map(GroupSort::word))?.and_then(GroupSort::from_word).unwrap_or_default();
    Ok(RollupOptions { by, filter: filter(given.get("where"))?, sort, limit: amount(&given, "limit")? })
}

/// How many upgrades are asked for at most.
pub fn remediation(given: &Argument) -> Result<Option<usize>, Invalid> {
    amount(&Arguments::of(given, "", "options", &["limit"])?, "limit")
}

/// Which dimensions facets are asked for.
pub fn facets(given: &Argument) -> Result<FacetOptions, Invalid> {
    let given = Arguments::of(given, "", "options", &["dimensions", "limit", "minEpss"])?;
    let min_epss = given.numbers("minEpss")?;
    if min_epss.iter().flatten().any(|least| !is_probability(*least)) {
        return Err(given.invalid("minEpss", "must hold probabilities from 0 to 1"));
    }
    Ok(FacetOptions { dimensions: dimensions(&given, "dimensions")?, limit: amount(&given, "limit")?, min_epss })
}

/// How two scans are compared, and which changes are listed.
pub fn diff(given: &Argument) -> Result<DiffOptions, Invalid> {
    let given = Arguments::of(given, "", "options", &["ignoreImage", "where", "sort", "limit"])?;
    Ok(DiffOptions {
        ignore_image: given.flag("ignoreImage")?.unwrap_or_default(),
        filter: filter(given.get("where"))?,
        sort: given.get("sort").map(|_| sorts(&given)).transpose()?,
        limit: amount(&given, "limit")?,
    })
}

/// Which findings a CSV has, and how it has them.
pub fn csv(given: &Argument) -> Result<CsvOptions, Invalid> {
    csv_of(&Arguments::of(given, "", "options", &["where", "sort", "raw"])?)
}

fn csv_of(given: &Arguments<'_>) -> Result<CsvOptions, Invalid> {
    let raw = given.flag("raw")?.unwrap_or_default();
    Ok(CsvOptions { filter: filter(given.get("where"))?, sort: sorts(given)?, raw })
}

/// What a summary in Markdown is of.
pub fn markdown(given: &Argument) -> Result<MarkdownOptions, Invalid> {
    markdown_of(&Arguments::of(given, "", "options", &["where", "by"])?)
}

fn markdown_of(given: &Arguments<'_>) -> Result<MarkdownOptions, Invalid> {
    let filter = filter(given.get("where"))?;
    let by = given.text("by")?.map(|word| named(given, "by", word)).transpose()?;
    Ok(MarkdownOptions { filter, by: by.unwrap_or(MarkdownOptions::default().by) })
}

/// Which findings SARIF has.
pub fn sarif(given: &Argument) -> Result<Filter, Invalid> {
    filter(Arguments::of(given, "", "options", &["where"])?.get("where"))
}

/// What a file holds, by the word for its format. A `signal` is read by somebody else.
pub fn export(format: &str, given: &Argument) -> Result<ExportOptions, Invalid> {
    let options = |names| Arguments::of(given, "", "options", names);
    Ok(match format {
        "csv" => ExportOptions::Csv(csv_of(&options(&["where", "sort", "raw", "signal"])?)?),
        "markdown" => ExportOptions::Markdown(markdown_of(&options(&["where", "by", "signal"])?)?),
        "sarif" => ExportOptions::Sarif(filter(options(&["where", "signal"])?.get("where"))?),
        "json" => {
            if options(&["where", "signal"])?.get("where").is_some() {
                return Err(Invalid::new("where", "must be absent: a JSON export is always of the whole scan"));
            }
            ExportOptions::Json
        }
        _ => return Err(Invalid::new("format", "must be csv, markdown, sarif or json")),
    })
}

fn is_probability(number: f64) -> bool {
    (0.0..=1.0).contains(&number)
}

/// One dimension or a list of them.
fn dimensions(given: &Arguments<'_>, name: &str) -> Result<Option<Vec<Dimension>>, Invalid> {
    let words = match given.get(name) {
        None => return Ok(None),
        Some(Argument::Text(word)) => vec![word.clone()],
        Some(Argument::List(_)) => given.texts(name)?.unwrap_or_default(),
        Some(_) => return Err(given.invalid(name, "must be a dimension, or an array of dimensions")),
    };
    words.iter().map(|word| named(given, name, word)).collect::<Result<_, _>>().map(Some)
}

fn named(given: &Arguments<'_>, name: &str, word: &str) -> Result<Dimension, Invalid> {
    Dimension::from_word(word).ok_or_else(|| given.invalid(name, one_of(&Dimension::ALL.map(Dimension::word))))
}

fn amount(given: &Arguments<'_>, name: &str) -> Result<Option<usize>, Invalid> {
    Ok(given.amount(name)?.map(|amount| amount as usize))
}

fn severities(given: &Arguments<'_>) -> Result<Option<Vec<Severity>>, Invalid> {
    let Some(words) = given.texts("severity")? else { return Ok(None) };
    let known = |word: &String| Severity::ALL.into_iter().find(|severity| severity.word() == word);
    let rule = || given.invalid("severity", one_of(&Severity::ALL.map(Severity::word)));
    words.iter().map(|word| known(word).ok_or_else(rule)).collect::<Result<_, _>>().map(Some)
}

fn sorts(given: &Arguments<'_>) -> Result<Vec<Sort>, Invalid> {
    let rule = "must be an array of { by, descending }";
    let items = match given.get("sort") {
        None => return Ok(Vec::new()),
        Some(Argument::List(items)) => items,
        Some(_) => return Err(given.invalid("sort", rule)),
    };
    let sort = |item: &Argument| {
        if !matches!(item, Argument::Members(_)) {
            return Err(given.invalid("sort", rule));
        }
        let item = Arguments::of(item, "sort.", "sort", &["by", "descending"])?;
        let word = item.text("by")?.ok_or_else(|| item.invalid("by", "is missing"))?;
        let by =
            SortKey::from_word(word).ok_or_else(|| item.invalid("by", one_of(&SortKey::ALL.map(SortKey::word))))?;
        Ok(Sort { by, descending: item.flag("descending")?.unwrap_or(false) })
    };
    items.iter().map(sort).collect()
}

#[cfg(test)]
mod tests;
