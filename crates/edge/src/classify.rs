//! Who asks for a page: a search engine, another kind of crawler, or a person.
//!
//! What can be known of a client is weighed in order of trust: a signature (Web Bot Auth), what the
//! platform has found out, the address it asks from, and what it says of itself as its user agent.
//! The first of these that says something decides. A name that a stronger proof contradicts is
//! worse than none: such a client is [`Class::OtherBot`], and what it claimed is told.

use super::gateway::check_directory;
use super::ranges::Range;
use super::value::{Fault, Value, needed};
use serde::Serialize;
use std::net::IpAddr;

/// What a client wants a page for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// The index of a search engine.
    Search,
    /// Text that a model is trained on.
    AiTraining,
    /// The answer of a model to somebody who asks now, or the index it is made from.
    AiAssistant,
    /// A web archive.
    Archive,
    /// Any other program, or one that claims to be what it is not.
    OtherBot,
    /// Somebody who reads it.
    #[default]
    Person,
}

impl Class {
    /// All classes.
    pub const ALL: [Class; 6] = [
        Class::Search,
        Class::AiTraining,
        Class::AiAssistant,
        Class::Archive,
        Class::OtherBot,
        Class::Person,
    ];

    pub(super) fn read(value: &Value) -> Result<Class, Fault> {
        value.one_of(&Class::ALL, Class::name)
    }

    /// The name that programs see.
    pub fn name(self) -> &'static str {
        match self {
            Class::Search => "search",
            Class::AiTraining => "ai-training",
            Class::AiAssistant => "ai-assistant",
            Class::Archive => "archive",
            Class::OtherBot => "other-bot",
            Class::Person => "person",
        }
    }
}

/// How a client's class is known, the surest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Proof {
    /// It signed its request, and the operator trusts its key directory.
    Signature,
    /// The platform the worker runs on says so.
    Platform,
    /// It asks from addresses that the operator gave.
    Address,
    /// It says so itself.
    Agent,
}

impl Proof {
    /// All of them, the surest first.
    pub const ALL: [Proof; 4] = [
        Proof::Signature,
        Proof::Platform,
        Proof::Address,
        Proof::Agent,
    ];

    /// The name that programs see.
    pub fn name(self) -> &'static str {
        match self {
            Proof::Signature => "signature",
            Proof::Platform => "platform",
            Proof::Address => "address",
            Proof::Agent => "agent",
        }
    }
}

/// What is known of a client.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Who {
    /// What it is.
    pub class: Class,
    /// How that is known; `None` for a person, of whom nothing is known.
    pub by: Option<Proof>,
    /// What it claims to be, if a stronger proof contradicts that.
    pub claim: Option<String>,
}

impl Who {
    /// Whether more than its own word tells what it is.
    pub(super) fn is_proven(&self) -> bool {
        self.by.is_some_and(|by| by != Proof::Agent)
    }
}

/// Facts about a client.
#[derive(Debug, Clone, Default)]
pub struct Asker {
    /// `User-Agent`.
    pub user_agent: String,
    /// Whether that is a program's, as far as lists of user agents tell.
    pub bot: bool,
    /// What the list of crawlers has under it.
    pub listed: Vec<Listed>,
    /// The category in which the platform verified it, as Cloudflare writes them.
    pub category: Option<String>,
    /// Whether the platform verified it, if it looks into that.
    pub verified: Option<bool>,
    /// The platform's score, from 1 (certainly a program) to 99 (certainly a person).
    pub score: Option<f64>,
    /// The address it asks from.
    pub address: Option<String>,
    /// The agent that its signature names, if the operator trusts that one.
    pub signer: Option<String>,
    /// Whether the signature is that agent's; `None` if that cannot be told now.
    pub signed: Option<bool>,
}

/// One entry of a list of crawlers.
#[derive(Debug, Clone, Default)]
pub struct Listed {
    /// What its user agent matches.
    pub pattern: String,
    /// What it does, in a line.
    pub description: String,
    /// Of what kind it is.
    pub tags: Vec<String>,
}

/// Whom the operator knows.
#[derive(Debug, Clone, Default)]
pub struct Agents {
    /// Agents whose signatures are trusted, by the address of their key directory.
    pub signed: Vec<(String, Class)>,
    /// Crawlers that always ask from the same addresses.
    pub ranges: Vec<Ranged>,
    /// Classes by a part of the user agent, before the list of crawlers is asked.
    pub agents: Vec<(String, Class)>,
}

/// A crawler that always asks from the same addresses.
#[derive(Debug, Clone)]
pub struct Ranged {
    /// What its user agent contains. A client that says so from elsewhere is not believed.
    pub name: String,
    /// What it is.
    pub class: Class,
    /// Its addresses.
    pub addresses: Vec<Range>,
}

impl Agents {
    /// Reads `{ "signed": { address: class }, "ranges": [{ "name", "class", "addresses" }],
    /// "agents": { name: class } }`, of which all may be left out.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn read(value: &Value) -> Result<Agents, Fault> {
        let value = value.with_only(&["signed", "ranges", "agents"])?;
        let signed = value.field("signed", |map| {
            classes(map, |agent| {
                check_directory(agent).map_err(|refusal| refusal.message)
            })
        })?;
        Ok(Agents {
            signed: signed.unwrap_or_default(),
            ranges: value
                .field("ranges", |list| list.list(Ranged::read))?
                .unwrap_or_default(),
            agents: value
                .field("agents", |map| classes(map, |_| Ok(())))?
                .unwrap_or_default(),
        })
    }

    /// The class of an agent whose signatures are trusted.
    pub fn signed_class(&self, agent: &str) -> Option<Class> {
        let found = self.signed.iter().find(|(other, _)| other == agent);
        found.map(|(_, class)| *class)
    }
}

impl Ranged {
    fn read(value: &Value) -> Result<Ranged, Fault> {
        let value = value.with_only(&["name", "class", "addresses"])?;
        let addresses = value.field("addresses", |list| {
            list.list(|range| Range::parse(range.text()?))
        })?;
        Ok(Ranged {
            name: needed(
                value.field("name", |name| name.text().map(str::to_owned))?,
                "name",
            )?,
            class: needed(value.field("class", Class::read)?, "class")?,
            addresses: needed(addresses, "addresses")?,
        })
    }
}

/// Classes by what they are for, if that is as it should be.
fn classes(
    value: &Value,
    check: impl Fn(&str) -> Result<(), String>,
) -> Result<Vec<(String, Class)>, Fault> {
    let read = |(name, value): &(String, Value)| {
        let class = check(name)
            .map_err(Fault::from)
            .and_then(|()| Class::read(value));
        match class {
            Ok(class) => Ok((name.clone(), class)),
            Err(fault) => Err(fault.within(&format!("[{name}]"))),
        }
    };
    value.map()?.iter().map(read).collect()
}

/// Who asks.
///
/// ```
/// use offprint_edge::{Agents, Asker, Class, Listed, classify};
/// let listed = Listed { pattern: "Googlebot".into(), tags: vec!["search-engine".into()], ..Default::default() };
/// let asker = Asker { user_agent: "Googlebot/2.1".into(), bot: true, listed: vec![listed], ..Default::default() };
/// assert_eq!(classify(&asker, &Agents::default()).class, Class::Search);
/// assert_eq!(classify(&Asker::default(), &Agents::default()).class, Class::Person);
/// ```
pub fn classify(asker: &Asker, known: &Agents) -> Who {
    let is = |class, by| Who {
        class,
        by: Some(by),
        claim: None,
    };
    let no = |by, claim: &str| Who {
        claim: Some(claim.to_owned()),
        ..is(Class::OtherBot, by)
    };
    if let (Some(signer), Some(signed)) = (&asker.signer, asker.signed) {
        match known.signed_class(signer) {
            Some(class) if signed => return is(class, Proof::Signature),
            Some(_) => return no(Proof::Signature, signer),
            None => {}
        }
    }
    let by_agent = || of_agent(asker, known);
    if let Some(category) = asker.category.as_deref().filter(|name| !name.is_empty()) {
        return is(of_category(category), Proof::Platform);
    }
    if asker.verified == Some(true) {
        let class = by_agent().unwrap_or(Class::OtherBot);
        return is(class, Proof::Platform);
    }
    let address = asker
        .address
        .as_deref()
        .and_then(|address| address.parse::<IpAddr>().ok());
    if let Some(address) = address {
        let within = |ranged: &&Ranged| ranged.addresses.iter().any(|range| range.holds(address));
        if let Some(ranged) = known.ranges.iter().find(within) {
            return is(ranged.class, Proof::Address);
        }
    }
    let claimed = |ranged: &&Ranged| contains(&asker.user_agent, &ranged.name);
    if let Some(ranged) = known.ranges.iter().find(claimed) {
        return no(Proof::Address, &ranged.name);
    }
    match by_agent() {
        Some(class) => is(class, Proof::Agent),
        None if asker.score == Some(1.0) => is(Class::OtherBot, Proof::Platform),
        None => Who::default(),
    }
}

/// The class by the user agent alone; `None` for a person's.
fn of_agent(asker: &Asker, known: &Agents) -> Option<Class> {
    let named = known
        .agents
        .iter()
        .find(|(name, _)| contains(&asker.user_agent, name));
    if let Some((_, class)) = named {
        return Some(*class);
    }
    if !asker.bot {
        return None;
    }
    let tagged = |tag: &str| {
        let mut listed = asker.listed.iter();
        listed.find(|entry| entry.tags.iter().any(|other| other == tag))
    };
    // An engine that answers by a model is both `ai-crawler` and `search-engine`.
    Some(match tagged("ai-crawler") {
        Some(entry) if tagged("search-engine").is_some() || answers(entry) => Class::AiAssistant,
        Some(_) => Class::AiTraining,
        None if tagged("archiver").is_some() => Class::Archive,
        None if tagged("search-engine").is_some() => Class::Search,
        None => Class::OtherBot,
    })
}

/// Whether a crawler for AI fetches pages to answer somebody, going by its name and description.
/// The list has no tag for that.
fn answers(entry: &Listed) -> bool {
    let words = entry.description.split(|c: char| !c.is_alphanumeric());
    let says = [
        "search",
        "user",
        "assistant",
        "answer",
        "answering",
        "queries",
    ];
    // Names such as `ChatGPT-User` and `OAI-SearchBot`: a convention of their makers.
    ["-User", "-SearchBot"]
        .iter()
        .any(|part| contains(&entry.pattern, part))
        || words.into_iter().any(|word| says.contains(&word))
}

/// The class of a category of verified bots, as Cloudflare names them.
fn of_category(category: &str) -> Class {
    match category {
        "Search Engine Crawler" => Class::Search,
        "AI Crawler" => Class::AiTraining,
        "AI Assistant" | "AI Search" => Class::AiAssistant,
        "Archiver" => Class::Archive,
        _ => Class::OtherBot,
    }
}

/// Whether a text contains a name, in whatever case.
pub(super) fn contains(text: &str, name: &str) -> bool {
    let (text, name) = (text.as_bytes(), name.as_bytes());
    !name.is_empty()
        && text
            .windows(name.len())
            .any(|part| part.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(pattern: &str, description: &str, tags: &[&str]) -> Listed {
        Listed {
            pattern: pattern.into(),
            description: description.into(),
            tags: tags.iter().map(|&tag| tag.into()).collect(),
        }
    }

    fn googlebot() -> Asker {
        Asker {
            user_agent: "Mozilla/5.0 (compatible; Googlebot/2.1)".into(),
            bot: true,
            listed: vec![listed("Googlebot", "", &["search-engine"])],
            ..Asker::default()
        }
    }

    fn agents(json: &str) -> Agents {
        Agents::read(&Value::of_json(json)).unwrap()
    }

    #[track_caller]
    fn check(asker: &Asker, known: &Agents, class: Class, by: Proof, claim: Option<&str>) {
        let who = classify(asker, known);
        let told = (who.class, who.by, who.claim.as_deref());
        assert_eq!(told, (class, Some(by), claim));
    }

    #[test]
    fn the_list_tells_classes() {
        let none = Agents::default();
        for (entry, class) in [
            (
                listed("GPTBot", "OpenAI GPT web crawler bot", &["ai-crawler"]),
                Class::AiTraining,
            ),
            (
                listed(
                    "AI2Bot",
                    "Academic research crawler",
                    &["academic", "ai-crawler"],
                ),
                Class::AiTraining,
            ),
            (
                listed("MistralAI-User", "Content indexing", &["ai-crawler"]),
                Class::AiAssistant,
            ),
            (
                listed("PhindBot", "AI answer engine crawler", &["ai-crawler"]),
                Class::AiAssistant,
            ),
            (
                listed("PerplexityBot", "Crawler", &["ai-crawler", "search-engine"]),
                Class::AiAssistant,
            ),
            (listed("archive", "", &["archiver"]), Class::Archive),
            (listed("seo", "", &["seo"]), Class::OtherBot),
        ] {
            let asker = Asker {
                listed: vec![entry],
                bot: true,
                ..Asker::default()
            };
            check(&asker, &none, class, Proof::Agent, None);
        }
        let unlisted = Asker {
            bot: true,
            ..Asker::default()
        };
        check(&unlisted, &none, Class::OtherBot, Proof::Agent, None);
        assert_eq!(classify(&Asker::default(), &none), Who::default());
        let named = agents(r#"{"agents": {"googleBOT": "archive"}}"#);
        check(&googlebot(), &named, Class::Archive, Proof::Agent, None);
    }

    #[test]
    fn an_address_proves_and_disproves() {
        let known = agents(
            r#"{"ranges": [{"name": "Googlebot", "class": "search", "addresses": ["66.249.64.0/19", "2001:4860:4801::/48"]}]}"#,
        );
        let from = |address: &str| Asker {
            address: Some(address.into()),
            ..googlebot()
        };
        for address in ["66.249.66.1", "2001:4860:4801:10::1", "::ffff:66.249.66.1"] {
            check(&from(address), &known, Class::Search, Proof::Address, None);
        }
        for address in ["66.249.96.1", "2001:4860:4802::1", "", "66.249.66"] {
            check(
                &from(address),
                &known,
                Class::OtherBot,
                Proof::Address,
                Some("Googlebot"),
            );
        }
        let silent = Asker {
            user_agent: "Mozilla/5.0".into(),
            bot: false,
            ..from("66.249.66.1")
        };
        check(&silent, &known, Class::Search, Proof::Address, None);
        let elsewhere = Asker {
            address: Some("192.0.2.1".into()),
            ..Asker::default()
        };
        assert_eq!(classify(&elsewhere, &known).class, Class::Person);
    }

    #[test]
    fn the_platform_is_believed_before_the_address() {
        let known =
            agents(r#"{"ranges": [{"name": "Googlebot", "class": "search", "addresses": []}]}"#);
        let verified = Asker {
            verified: Some(true),
            ..googlebot()
        };
        check(&verified, &known, Class::Search, Proof::Platform, None);
        for (category, class) in [
            ("Search Engine Crawler", Class::Search),
            ("AI Crawler", Class::AiTraining),
            ("AI Search", Class::AiAssistant),
            ("Archiver", Class::Archive),
            ("Monitoring & Analytics", Class::OtherBot),
        ] {
            let asker = Asker {
                category: Some(category.into()),
                ..googlebot()
            };
            check(&asker, &known, class, Proof::Platform, None);
        }
        let scored = |score| Asker {
            score: Some(score),
            category: Some(String::new()),
            ..Asker::default()
        };
        check(&scored(1.0), &known, Class::OtherBot, Proof::Platform, None);
        assert_eq!(classify(&scored(30.0), &known).class, Class::Person);
    }

    #[test]
    fn a_signature_is_believed_before_all_else() {
        let known = agents(r#"{"signed": {"https://agent.example": "ai-assistant"}}"#);
        let signed = |signer: &str, signed| Asker {
            signer: Some(signer.into()),
            signed,
            category: Some("Archiver".into()),
            ..googlebot()
        };
        let ours = "https://agent.example";
        check(
            &signed(ours, Some(true)),
            &known,
            Class::AiAssistant,
            Proof::Signature,
            None,
        );
        check(
            &signed(ours, Some(false)),
            &known,
            Class::OtherBot,
            Proof::Signature,
            Some(ours),
        );
        check(
            &signed(ours, None),
            &known,
            Class::Archive,
            Proof::Platform,
            None,
        );
        check(
            &signed("https://b.example", Some(true)),
            &known,
            Class::Archive,
            Proof::Platform,
            None,
        );
    }

    #[test]
    fn wrong_settings_are_told() {
        for (json, expected) in [
            (
                r#"{"signed": {"https://a.example": "robot"}}"#,
                "signed[https://a.example]: there is no `robot`, only search, ai-training",
            ),
            (
                r#"{"signed": {"http://a.example": "search"}}"#,
                "signed[http://a.example]: the keys of http://a.example must come over https",
            ),
            (
                r#"{"range": []}"#,
                "there is no `range` here, only signed, ranges, agents",
            ),
            (
                r#"{"ranges": [{"name": "x"}]}"#,
                "ranges[0]: `class` is missing",
            ),
            (r#"{"ranges": {}}"#, "ranges: write a list here"),
            ("[]", "write an object here"),
            (
                r#"{"ranges": [{"name": "x", "class": "search", "addresses": ["10.0.0.0/33"]}]}"#,
                "ranges[0].addresses[0]: `10.0.0.0/33` is no range of addresses",
            ),
        ] {
            let error = Agents::read(&Value::of_json(json)).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
