//! Fetches from a repository on this machine.

use super::labels::Labels;
use super::layout::remove;
use super::{SOURCES, Source, fetch_all, git};
use crate::files::{packed, write};
use std::fs;
use tempfile::{TempDir, tempdir};

const TEXT: &str = "The three reservoirs downstream are full again, and the valley is safe until autumn.";
const HAN: &str = "下游三座水库已经蓄满，大坝安全。";

fn set_names(folder: &TempDir) -> Vec<String> {
    let pages = crate::sets::load(folder.path()).unwrap();
    pages.into_iter().map(|page| page.set).collect()
}

/// A repository with every layout, and its commit.
struct Repository {
    folder: TempDir,
    url: String,
    commit: String,
}

impl Repository {
    fn new() -> Repository {
        let folder = tempdir().unwrap();
        let add = |path: &str, bytes: &[u8]| write(&folder.path().join(path), bytes).unwrap();
        let page = |text: &str| format!("<title>Dam</title><p>{text}</p>").into_bytes();
        let labels = |id: &str, text: &str| {
            format!(
                r#"{{"{id}": {{"articleBody": "{text}", "url": "https://news.example/{id}"}},
                "missing": {{"articleBody": "{text}"}}}}"#
            )
        };
        add("ground-truth.json", labels("e1", TEXT).as_bytes());
        add("html/e1.html.gz", &packed(&page(TEXT)));
        add("zh.json", labels("z1", HAN).as_bytes());
        add("html/z1.html", &page(HAN));
        add("original/c1.html", &page(HAN));
        add("cleaned/c1.txt", HAN.as_bytes());
        let labels = format!(
            r#"{{"url": "https://docs.example/", "_internal": {{"page_type": {{"primary": "documentation"}}}},
                "ground_truth": {{"main_content": "{TEXT}"}}}}"#
        );
        add("dev/ground-truth/0001.json", labels.as_bytes());
        add("dev/html/0001.html.gz", &packed(&page(TEXT)));
        git(folder.path(), &["init", "--quiet"]).unwrap();
        git(folder.path(), &["add", "."]).unwrap();
        let author = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
        let commit = ["commit", "--quiet", "--message=Pages"];
        git(folder.path(), &[&author[..], &commit].concat()).unwrap();
        let commit = git(folder.path(), &["rev-parse", "HEAD"]).unwrap();
        Repository { url: format!("file://{}", folder.path().display()), commit: commit.trim().to_owned(), folder }
    }

    fn source<'a>(&'a self, name: &'a str, labels: Labels<'a>) -> Source<'a> {
        Source { name, url: &self.url, commit: &self.commit, labels }
    }

    fn chinese(&self) -> Source<'_> {
        let labels = Labels::Files { pages: "original", texts: "cleaned", lang: "zh" };
        self.source("zh_cwced", labels)
    }
}

fn object<'a>(file: &'a str, ending: &'a str, lang: Option<&'a str>) -> Labels<'a> {
    Labels::Object { file, text: "articleBody", pages: "html", ending, lang }
}

#[test]
fn sets_of_every_layout_can_be_measured() {
    let repository = Repository::new();
    let folder = tempdir().unwrap();
    let sources = [
        repository.source("aeb", object("ground-truth.json", ".html.gz", Some("en"))),
        repository.source("magic", object("zh.json", ".html", None)),
        repository.chinese(),
        repository.source("wcxb", Labels::Wcxb { split: "dev" }),
    ];
    fetch_all(folder.path(), &sources).unwrap();
    let sets = ["aeb", "magic_zh", "zh_cwced", "wide/wcxb_documentation"];
    assert_eq!(set_names(&folder), sets);
    let meta = fs::read_to_string(folder.path().join("extract/aeb/meta.jsonl")).unwrap();
    assert_eq!(meta, "{\"id\":\"e1\",\"lang\":\"en\",\"host\":\"news.example\"}\n");
    let pages = crate::sets::load(folder.path()).unwrap();
    assert_eq!(pages[3].kinds.0.as_deref(), Some("documentation"));
    let report = sources[0].fetch(folder.path()).unwrap();
    assert_eq!(report, "1 pages, 1 labels without a page left out");
}

#[test]
fn an_interrupted_run_is_repeated() {
    let repository = Repository::new();
    let folder = tempdir().unwrap();
    let source = repository.chinese();
    let kept = folder.path().join(".sources/zh_cwced");
    let set = "extract/zh_cwced/pages/c1.html";
    // While git made the folder, while it fetched, while it checked out, while the set was written.
    fs::create_dir_all(&kept).unwrap();
    source.fetch(folder.path()).unwrap();
    remove(&kept).unwrap();
    fs::create_dir_all(&kept).unwrap();
    git(&kept, &["init", "--quiet"]).unwrap();
    source.fetch(folder.path()).unwrap();
    fs::remove_file(kept.join("original/c1.html")).unwrap();
    source.fetch(folder.path()).unwrap();
    fs::remove_file(folder.path().join(set)).unwrap();
    fs::write(kept.join(".git/index.lock"), "").unwrap();
    write(&folder.path().join(".sources/zh_cwced.new/zh_cwced/half"), b"").unwrap();
    source.fetch(folder.path()).unwrap();
    let has = |path: &str| folder.path().join(path).exists();
    assert!(has(set) && !has("extract/zh_cwced/half"));
    assert!(!has(".sources/zh_cwced.new"));
    // Files that are there need no network.
    remove(repository.folder.path()).unwrap();
    source.fetch(folder.path()).unwrap();
}

#[test]
fn a_source_that_fails_does_not_stop_the_others() {
    let repository = Repository::new();
    let folder = tempdir().unwrap();
    let unknown = Source {
        commit: "0123456789012345678901234567890123456789",
        ..repository.source("aeb", object("ground-truth.json", ".html.gz", None))
    };
    let empty = repository.source("magic", object("ground-truth.json", ".htm", None));
    let error = fetch_all(folder.path(), &[unknown, empty, repository.chinese()]).unwrap_err();
    assert!(error.to_string().starts_with("not fetched: aeb magic. "), "{error}");
    assert_eq!(set_names(&folder), ["zh_cwced"]);
}

#[test]
fn every_source_is_pinned() {
    for source in &SOURCES {
        let is_hex = |text: &str| text.bytes().all(|byte| byte.is_ascii_hexdigit());
        assert!(source.commit.len() == 40 && is_hex(source.commit), "{}", source.name);
    }
}
