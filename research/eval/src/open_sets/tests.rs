//! Fetches from a repository on this machine.

use super::labels::Labels;
use super::layout::{remove, write};
use super::{SOURCES, Source, fetch_all, git};
use std::fs;
use std::io::Write;
use std::path::PathBuf;

const TEXT: &str = "The three reservoirs downstream are full again, and the valley is safe until autumn.";
const HAN: &str = "下游三座水库已经蓄满，大坝安全。";

/// A folder that is removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let name = format!("offprint-data-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        remove(&folder).unwrap();
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn has(&self, path: &str) -> bool {
        self.0.join(path).exists()
    }

    fn sets(&self) -> Vec<String> {
        let pages = crate::sets::load(&self.0).unwrap();
        pages.into_iter().map(|page| page.set).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A repository with every layout, and its commit.
struct Repository {
    folder: Folder,
    url: String,
    commit: String,
}

impl Repository {
    fn new(name: &str) -> Repository {
        let folder = Folder::new(&format!("{name}-repository"));
        let add = |path: &str, bytes: &[u8]| write(&folder.0.join(path), bytes).unwrap();
        let page = |text: &str| format!("<title>Dam</title><p>{text}</p>").into_bytes();
        let packed = |text: &str| {
            let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            packed.write_all(&page(text)).unwrap();
            packed.finish().unwrap()
        };
        let labels = |id: &str, text: &str| {
            format!(
                r#"{{"{id}": {{"articleBody": "{text}", "url": "https://news.example/{id}"}},
                "missing": {{"articleBody": "{text}"}}}}"#
            )
        };
        add("ground-truth.json", labels("e1", TEXT).as_bytes());
        add("html/e1.html.gz", &packed(TEXT));
        add("zh.json", labels("z1", HAN).as_bytes());
        add("html/z1.html", &page(HAN));
        add("original/c1.html", &page(HAN));
        add("cleaned/c1.txt", HAN.as_bytes());
        let labels = format!(
            r#"{{"url": "https://docs.example/", "_internal": {{"page_type": {{"primary": "documentation"}}}},
                "ground_truth": {{"main_content": "{TEXT}"}}}}"#
        );
        add("dev/ground-truth/0001.json", labels.as_bytes());
        add("dev/html/0001.html.gz", &packed(TEXT));
        git(&folder.0, &["init", "--quiet"]).unwrap();
        git(&folder.0, &["add", "."]).unwrap();
        let author = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
        let commit = ["commit", "--quiet", "--message=Pages"];
        git(&folder.0, &[&author[..], &commit].concat()).unwrap();
        let commit = git(&folder.0, &["rev-parse", "HEAD"]).unwrap();
        Repository { url: format!("file://{}", folder.0.display()), commit: commit.trim().to_owned(), folder }
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
    let repository = Repository::new("layouts");
    let folder = Folder::new("layouts");
    let sources = [
        repository.source("aeb", object("ground-truth.json", ".html.gz", Some("en"))),
        repository.source("magic", object("zh.json", ".html", None)),
        repository.chinese(),
        repository.source("wcxb", Labels::Wcxb { split: "dev" }),
    ];
    fetch_all(&folder.0, &sources).unwrap();
    let sets = ["aeb", "magic_zh", "zh_cwced", "wide/wcxb_documentation"];
    assert_eq!(folder.sets(), sets);
    let meta = fs::read_to_string(folder.0.join("extract/aeb/meta.jsonl")).unwrap();
    assert_eq!(meta, "{\"id\":\"e1\",\"lang\":\"en\",\"host\":\"news.example\"}\n");
    let pages = crate::sets::load(&folder.0).unwrap();
    assert_eq!(pages[3].kinds.0.as_deref(), Some("documentation"));
    let report = sources[0].fetch(&folder.0).unwrap();
    assert_eq!(report, "1 pages, 1 labels without a page left out");
}

#[test]
fn an_interrupted_run_is_repeated() {
    let repository = Repository::new("interrupted");
    let folder = Folder::new("interrupted");
    let source = repository.chinese();
    let kept = folder.0.join(".sources/zh_cwced");
    let set = "extract/zh_cwced/pages/c1.html";
    // While git made the folder, while it fetched, while it checked out, while the set was written.
    fs::create_dir_all(&kept).unwrap();
    source.fetch(&folder.0).unwrap();
    remove(&kept).unwrap();
    fs::create_dir_all(&kept).unwrap();
    git(&kept, &["init", "--quiet"]).unwrap();
    source.fetch(&folder.0).unwrap();
    fs::remove_file(kept.join("original/c1.html")).unwrap();
    source.fetch(&folder.0).unwrap();
    fs::remove_file(folder.0.join(set)).unwrap();
    fs::write(kept.join(".git/index.lock"), "").unwrap();
    write(&folder.0.join(".sources/zh_cwced.new/zh_cwced/half"), b"").unwrap();
    source.fetch(&folder.0).unwrap();
    assert!(folder.has(set) && !folder.has("extract/zh_cwced/half"));
    assert!(!folder.has(".sources/zh_cwced.new"));
    // Files that are there need no network.
    remove(&repository.folder.0).unwrap();
    source.fetch(&folder.0).unwrap();
}

#[test]
fn a_source_that_fails_does_not_stop_the_others() {
    let repository = Repository::new("failing");
    let folder = Folder::new("failing");
    let unknown = Source {
        commit: "0123456789012345678901234567890123456789",
        ..repository.source("aeb", object("ground-truth.json", ".html.gz", None))
    };
    let empty = repository.source("magic", object("ground-truth.json", ".htm", None));
    let error = fetch_all(&folder.0, &[unknown, empty, repository.chinese()]).unwrap_err();
    assert!(error.to_string().starts_with("not fetched: aeb magic. "), "{error}");
    assert_eq!(folder.sets(), ["zh_cwced"]);
}

#[test]
fn every_source_is_pinned() {
    for source in &SOURCES {
        let is_hex = |text: &str| text.bytes().all(|byte| byte.is_ascii_hexdigit());
        assert!(source.commit.len() == 40 && is_hex(source.commit), "{}", source.name);
    }
}
