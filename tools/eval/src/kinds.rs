//! Kinds of pages.
use anyhow::Result;
use offprint::internals::{kind_features, page_type::{Measures, PageType}, signs};
use offprint::{Article, ReadOptions, parse::Parser};
use std::io::Write;
use std::path::Path;

pub fn emit(folders: &[String]) -> Result<()> {
    let mut out = std::io::BufWriter::new(std::io::stdout());
    let mut head = false;
    for folder in folders {
        let mut sets: Vec<_> = std::fs::read_dir(folder)?.filter_map(|e| Some(e.ok()?.path())).filter(|p| p.join("meta.jsonl").is_file()).collect();
        sets.sort();
        for set in sets {
            let name = set.file_name().unwrap().to_string_lossy().into_owned();
            for line in std::fs::read_to_string(set.join("meta.jsonl"))?.lines() {
                let meta: serde_json::Value = serde_json::from_str(line)?;
                let id = meta["id"].as_str().unwrap();
                let html = std::fs::read(set.join(format!("pages/{id}.html")))?;
                let mut parser = Parser::new(&ReadOptions::default());
                parser.write(&html)?;
                let (page, _) = parser.end()?;
                let article = Article::of(&page, None);
                let named = kind_features::named(&page);
                let (w, s, e) = kind_features::raw(&page);
                if !head {
                    head = true;
                    let mut names: Vec<String> = vec!["set".into(), "id".into(), "host".into(), "lang".into(), "now".into(), "abst".into(), "len".into(), "quality".into()];
                    names.extend(named.iter().map(|n| n.0.to_owned()));
                    names.extend(signs::WORDS.iter().map(|n| format!("w_{n}")));
                    names.extend((0..s.len()).map(|n| format!("s_{n}")));
                    names.extend(signs::COUNTED.iter().map(|n| format!("e_{n}")));
                    writeln!(out, "{}", names.join("\t"))?;
                }
                write!(out, "{name}\t{id}\t{}\t{}\t{:?}\t{:?}\t{}\t{}", meta["host"].as_str().unwrap(), meta["lang"].as_str().unwrap(), article.page_type, article.abstention, article.length, article.quality)?;
                for v in named.iter().map(|n| n.1).chain(w.iter().chain(s).chain(e).map(|&v| i64::from(v))) { write!(out, "\t{v}")?; }
                writeln!(out)?;
            }
        }
    }
    let _ = (PageType::Article, Measures::default());
    Ok(())
}
