//! The operator's policy: what each kind of client gets for each kind of page.

use super::classify::{Class, Proof, Who};
use super::price::Price;
use super::value::{Fault, Value, needed};
use offprint::compare::Verdict;
use serde::Serialize;

/// What is done with a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// Forwarded with headers that tell what it is.
    #[default]
    Annotate,
    /// Forwarded as the origin sent it, without a word.
    Forward,
    /// As `annotate`, and with an ETag made of the text: 304 for who has that text already.
    NotModified,
    /// 301 or 308 to the original on the same site.
    Redirect,
    /// 403.
    Refuse,
    /// 402 with a price.
    Charge,
}

impl Action {
    /// All of them.
    pub const ALL: [Action; 6] = [
        Action::Annotate,
        Action::Forward,
        Action::NotModified,
        Action::Redirect,
        Action::Refuse,
        Action::Charge,
    ];

    /// The name that programs see.
    pub fn name(self) -> &'static str {
        match self {
            Action::Annotate => "annotate",
            Action::Forward => "forward",
            Action::NotModified => "not-modified",
            Action::Redirect => "redirect",
            Action::Refuse => "refuse",
            Action::Charge => "charge",
        }
    }
}

/// Where the original stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// On the site of the page, be it another edition such as `www`.
    Same,
    /// On another site.
    Cross,
}

impl Place {
    /// Both of them.
    pub const ALL: [Place; 2] = [Place::Same, Place::Cross];

    /// The name that programs see.
    pub fn name(self) -> &'static str {
        match self {
            Place::Same => "same",
            Place::Cross => "cross",
        }
    }
}

/// The verdicts that a rule can be for.
pub(super) const VERDICTS: [Verdict; 4] = [
    Verdict::Same,
    Verdict::Partial,
    Verdict::Different,
    Verdict::Unknown,
];

/// Confidence from which a page seen before is called the original, and a rule that depends on a
/// verdict holds, if the rule does not say another. It takes what a page says of itself, as a credit:
/// dates and the order of arrival together make less. Larger: fewer originals are named, and surer;
/// smaller: who is seen first, or bears an early date, is sooner taken for the original.
pub const SURE: u8 = 60;

/// One rule: what is left out, it takes anything for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    classes: Option<Vec<Class>>,
    by: Option<Vec<Proof>>,
    verdicts: Option<Vec<Verdict>>,
    site: Option<Place>,
    min_confidence: Option<u8>,
    action: Action,
    status: Option<u16>,
    price: Option<Price>,
    noindex: bool,
}

/// One of something, or a list of them.
fn one_or_more<T>(
    value: &Value,
    read: impl Fn(&Value) -> Result<T, Fault>,
) -> Result<Vec<T>, Fault> {
    match value {
        Value::List(list) if list.is_empty() => Err("an empty list fits nothing".into()),
        Value::List(_) => value.list(read),
        _ => read(value).map(|one| vec![one]),
    }
}

impl Rule {
    fn read(value: &Value) -> Result<Rule, Fault> {
        let value = value.with_only(&[
            "class",
            "by",
            "verdict",
            "site",
            "minConfidence",
            "action",
            "status",
            "price",
            "noindex",
        ])?;
        let action = value.field("action", |name| name.one_of(&Action::ALL, Action::name))?;
        let status = value.field("status", |status| match status.number(301..=308)? {
            status @ (301 | 308) => Ok(status as u16),
            _ => Err(Fault::from("`status` of a redirect is 301 or 308")),
        })?;
        let confidence = value.field("minConfidence", |number| number.number(0..=100))?;
        let price = value.field("price", |price| {
            let price = Price::parse(price.text()?).filter(|price| !price.is_zero());
            price
                .ok_or("write a price above 0 as \"USD 0.01\", with at most 6 decimals")
                .map_err(Fault::from)
        })?;
        let rule = Rule {
            classes: value.field("class", |some| one_or_more(some, Class::read))?,
            by: value.field("by", |some| {
                one_or_more(some, |name| name.one_of(&Proof::ALL, Proof::name))
            })?,
            verdicts: value.field("verdict", |some| {
                one_or_more(some, |name| name.one_of(&VERDICTS, Verdict::name))
            })?,
            site: value.field("site", |name| {
                name.one_of(&[Place::Same, Place::Cross], Place::name)
            })?,
            min_confidence: confidence.map(|number| number as u8),
            action: needed(action, "action")?,
            status,
            price,
            noindex: value.field("noindex", Value::bool)?.unwrap_or(false),
        };
        rule.check()?;
        Ok(rule)
    }

    fn check(&self) -> Result<(), &'static str> {
        let names = |class| {
            self.classes
                .as_ref()
                .is_some_and(|classes| classes.contains(&class))
        };
        let of_copies = self.verdicts == Some(vec![Verdict::Same]);
        if names(Class::Person) {
            return Err("pages of persons are never held; leave `person` out");
        }
        match self.action {
            Action::Redirect if self.site != Some(Place::Same) => {
                return Err("a redirect stays on the site: add \"site\": \"same\"");
            }
            Action::Redirect if !of_copies => {
                return Err(
                    "only a copy can be redirected to its original: add \"verdict\": \"same\"",
                );
            }
            Action::NotModified if names(Class::Archive) => {
                return Err(
                    "an archive must not be told `not-modified`: it would store a revisit of bytes it never had",
                );
            }
            _ => {}
        }
        if self.status.is_some() && self.action != Action::Redirect {
            return Err("`status` is for `redirect` only");
        }
        if self.noindex {
            if !self.forwards() {
                return Err("`noindex` is for `annotate` and `not-modified` only");
            }
            if !of_copies || self.site != Some(Place::Cross) {
                return Err(
                    "only a copy of another site's page is hidden: add \"verdict\": \"same\", \"site\": \"cross\"",
                );
            }
        }
        if self.min_confidence.is_some() && !self.forwards() && !self.is_of_pages() {
            return Err(
                "`minConfidence` is for rules with `verdict` or `site`: this one holds whatever the page is",
            );
        }
        match (self.action, self.price) {
            (Action::Charge, None) => Err("`charge` takes a price: add \"price\": \"USD 0.01\""),
            (Action::Charge, _) | (_, None) => Ok(()),
            _ => Err("`price` is for `charge` only"),
        }
    }

    /// Whether it depends on what the page is.
    fn is_of_pages(&self) -> bool {
        self.verdicts.is_some() || self.site.is_some()
    }

    /// Whether the page goes out with what is known of it.
    fn forwards(&self) -> bool {
        matches!(self.action, Action::Annotate | Action::NotModified)
    }

    fn is_for(&self, who: &Who) -> bool {
        let class = match &self.classes {
            Some(classes) => classes.contains(&who.class),
            // An archive would store the 304 as a revisit of bytes that it never had.
            None => self.action != Action::NotModified || who.class != Class::Archive,
        };
        let by = match &self.by {
            Some(proofs) => who.by.is_some_and(|by| proofs.contains(&by)),
            // What changes an index is for those only who are proven to keep one. All else harms at
            // most the client that lies: who claims nothing is taken for a person.
            None => self.action != Action::Redirect && !self.noindex || who.is_proven(),
        };
        // A person's page is never held.
        who.class != Class::Person && class && by
    }

    fn sure(&self) -> u8 {
        self.min_confidence.unwrap_or(SURE)
    }

    fn fits(&self, page: &Page) -> bool {
        let verdict = self
            .verdicts
            .as_ref()
            .is_none_or(|verdicts| verdicts.contains(&page.verdict));
        let site = self.site.is_none_or(|site| page.place == Some(site));
        let is_sure = match page.verdict {
            Verdict::Different | Verdict::Unknown => true,
            Verdict::Same | Verdict::Partial => {
                page.place.is_some() && page.confidence >= self.sure()
            }
        };
        // Rules that forward tell the doubt instead.
        let in_doubt = self.is_of_pages() && !self.forwards() && !is_sure;
        let contradicts = self.action == Action::Redirect && page.disowned;
        verdict && site && !in_doubt && !contradicts
    }

    /// Whether it lets nobody have the page, whatever that is.
    fn keeps_out(&self) -> bool {
        !self.is_of_pages() && matches!(self.action, Action::Refuse | Action::Charge)
    }

    fn order(&self) -> Order {
        Order {
            action: self.action,
            status: self.status,
            price: self.price,
            noindex: self.noindex,
            sure: self.sure(),
        }
    }
}

/// What rules go by of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// What it is to an article seen before.
    pub verdict: Verdict,
    /// Where its original stands, if it has one.
    pub place: Option<Place>,
    /// How sure it is that this is the original, 0 to 100.
    pub confidence: u8,
    /// Whether it states another address as its own than the original's.
    pub disowned: bool,
}

/// What to do, and what that takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Order {
    /// What to do.
    pub action: Action,
    /// Status of a redirect.
    pub status: Option<u16>,
    /// Price, if it is charged.
    pub price: Option<Price>,
    /// Whether a copy is hidden from search engines.
    pub noindex: bool,
    /// Confidence from which a page seen before is called the original.
    pub sure: u8,
}

impl Default for Order {
    fn default() -> Order {
        Order {
            action: Action::default(),
            status: None,
            price: None,
            noindex: false,
            sure: SURE,
        }
    }
}

/// Rules in order; the first that fits decides, and where none does the page is annotated.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Policy {
    rules: Vec<Rule>,
}

impl Policy {
    /// Reads `{ "rules": [{ "class", "by", "verdict", "site", "minConfidence", "action", "status",
    /// "price", "noindex" }] }`.
    ///
    /// # Errors
    /// What is wrong, and in which rule.
    pub fn read(value: &Value) -> Result<Policy, Fault> {
        let rules = value
            .with_only(&["rules"])?
            .field("rules", |list| list.list(Rule::read))?;
        Ok(Policy {
            rules: needed(rules, "rules")?,
        })
    }

    /// What a client gets for a page that was read.
    ///
    /// ```
    /// use offprint_edge::{Action, Class, Page, Place, Policy, Proof, Value, Who};
    /// use offprint::compare::Verdict;
    /// let text = |text: &str| Value::Text(text.into());
    /// let rule = Value::Map(vec![
    ///     ("class".into(), text("ai-training")),
    ///     ("verdict".into(), text("same")),
    ///     ("action".into(), text("refuse")),
    /// ]);
    /// let policy = Policy::read(&Value::Map(vec![("rules".into(), Value::List(vec![rule]))])).unwrap();
    /// let copy = |confidence| Page { verdict: Verdict::Same, place: Some(Place::Cross), confidence, disowned: false };
    /// let who = |class| Who { class, by: Some(Proof::Agent), claim: None };
    /// assert_eq!(policy.order(&who(Class::AiTraining), &copy(75)).action, Action::Refuse);
    /// assert_eq!(policy.order(&who(Class::AiTraining), &copy(15)).action, Action::Annotate);
    /// assert_eq!(policy.order(&who(Class::Search), &copy(75)).action, Action::Annotate);
    /// ```
    pub fn order(&self, who: &Who, page: &Page) -> Order {
        let rule = self.rules_for(who).find(|rule| rule.fits(page));
        rule.map_or_else(Order::default, Rule::order)
    }

    /// What a client is refused or charged by whatever the page is, so that nobody need be asked for
    /// it: its first rule says so.
    pub fn outright(&self, who: &Who) -> Option<Order> {
        let first = self.rules_for(who).next();
        first.filter(|rule| rule.keeps_out()).map(Rule::order)
    }

    /// What a client is refused or charged by though nobody knows what the page is: the first rule that
    /// does not depend on that says so.
    pub fn unread(&self, who: &Who) -> Option<Order> {
        let first = self.rules_for(who).find(|rule| !rule.is_of_pages());
        first.filter(|rule| rule.keeps_out()).map(Rule::order)
    }

    /// Whether anybody is charged for anything.
    pub fn charges(&self) -> bool {
        self.rules.iter().any(|rule| rule.action == Action::Charge)
    }

    /// Whether there can be anything before the page is asked for.
    pub fn has_outright(&self) -> bool {
        self.rules.iter().any(Rule::keeps_out)
    }

    /// Whether a client gets its pages untouched whatever they are, so that nothing has to be waited
    /// for.
    pub fn ignores(&self, who: &Who) -> bool {
        for rule in self.rules_for(who) {
            if rule.action != Action::Forward {
                return false;
            }
            if !rule.is_of_pages() {
                return true;
            }
        }
        false
    }

    fn rules_for(&self, who: &Who) -> impl Iterator<Item = &Rule> {
        self.rules.iter().filter(|rule| rule.is_for(who))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(rules: &str) -> Result<Policy, Fault> {
        let json = format!("{{\"rules\": [{rules}]}}");
        Policy::read(&Value::of_json(&json))
    }

    fn who(class: Class, by: Proof) -> Who {
        let by = Some(by);
        let claim = None;
        Who { class, by, claim }
    }

    fn page(verdict: Verdict, place: Option<Place>, confidence: u8) -> Page {
        let disowned = false;
        Page {
            verdict,
            place,
            confidence,
            disowned,
        }
    }

    const SAME: Option<Place> = Some(Place::Same);
    const CROSS: Option<Place> = Some(Place::Cross);

    #[test]
    fn the_first_rule_that_fits_decides() {
        let policy = policy(
            r#"{"class": ["search", "archive"], "action": "forward"},
               {"verdict": "same", "site": "same", "action": "redirect", "status": 308},
               {"class": "ai-training", "verdict": ["same", "partial"], "action": "charge", "price": "USD 0.01"},
               {"site": "cross", "action": "refuse"},
               {"action": "not-modified"}"#,
        )
        .unwrap();
        let order = |class, verdict, place| {
            policy.order(&who(class, Proof::Address), &page(verdict, place, 75))
        };
        let action = |class, verdict, place| order(class, verdict, place).action;
        assert_eq!(action(Class::Search, Verdict::Same, SAME), Action::Forward);
        assert_eq!(
            action(Class::AiTraining, Verdict::Same, SAME),
            Action::Redirect
        );
        assert_eq!(
            action(Class::AiTraining, Verdict::Partial, SAME),
            Action::Charge
        );
        assert_eq!(
            action(Class::OtherBot, Verdict::Partial, CROSS),
            Action::Refuse
        );
        assert_eq!(
            action(Class::OtherBot, Verdict::Different, None),
            Action::NotModified
        );
        assert_eq!(
            order(Class::OtherBot, Verdict::Same, SAME).status,
            Some(308)
        );
        let price = order(Class::AiTraining, Verdict::Same, CROSS).price;
        assert_eq!(price, Price::parse("USD 0.01"));
        let copy = page(Verdict::Same, CROSS, 75);
        assert_eq!(
            Policy::default().order(&who(Class::Search, Proof::Platform), &copy),
            Order::default()
        );
        assert_eq!(
            action(Class::Person, Verdict::Same, CROSS),
            Action::Annotate
        );
    }

    #[test]
    fn a_verdict_that_is_not_sure_does_nothing() {
        let rules = [
            r#"{"verdict": "same", "site": "same", "action": "redirect"}"#,
            r#"{"verdict": "same", "action": "refuse"}"#,
            r#"{"site": "same", "action": "charge", "price": "USD 1"}"#,
            r#"{"verdict": ["same", "partial"], "action": "forward"}"#,
        ];
        let bot = who(Class::OtherBot, Proof::Signature);
        for rule in rules {
            let fits = |rule: &str, confidence| {
                let order = policy(rule)
                    .unwrap()
                    .order(&bot, &page(Verdict::Same, SAME, confidence));
                order.action != Action::Annotate
            };
            for (confidence, expected) in [(0, false), (15, false), (59, false), (60, true)] {
                assert_eq!(fits(rule, confidence), expected, "{rule} at {confidence}");
            }
            let surer = rule.replace("{", "{\"minConfidence\": 90, ");
            assert_eq!(
                (fits(&surer, 89), fits(&surer, 90)),
                (false, true),
                "{surer}"
            );
            let any = rule.replace("{", "{\"minConfidence\": 0, ");
            assert!(fits(&any, 0), "{any}");
        }
        // The page is the original itself.
        let refusing = policy(rules[1]).unwrap();
        let original = page(Verdict::Same, None, 90);
        assert_eq!(refusing.order(&bot, &original).action, Action::Annotate);
        // Where there is no other page there is no doubt about which came first.
        let originals = policy(r#"{"verdict": "different", "action": "charge", "price": "USD 1"}"#);
        let new = page(Verdict::Different, None, 0);
        assert_eq!(originals.unwrap().order(&bot, &new).action, Action::Charge);
    }

    #[test]
    fn a_page_that_states_another_address_is_not_redirected() {
        let rule =
            r#"{"verdict": "same", "site": "same", "action": "redirect", "minConfidence": 0}"#;
        let policy = policy(rule).unwrap();
        let bot = who(Class::Search, Proof::Platform);
        let copy = page(Verdict::Same, SAME, 100);
        assert_eq!(policy.order(&bot, &copy).action, Action::Redirect);
        let disowned = Page {
            disowned: true,
            ..copy
        };
        assert_eq!(policy.order(&bot, &disowned).action, Action::Annotate);
    }

    #[test]
    fn what_changes_an_index_takes_more_than_a_name() {
        let copy = |place| page(Verdict::Same, place, 75);
        let redirect = r#"{"verdict": "same", "site": "same", "action": "redirect"}"#;
        let noindex =
            r#"{"verdict": "same", "site": "cross", "action": "annotate", "noindex": true}"#;
        for by in Proof::ALL {
            let bot = who(Class::Search, by);
            let proven = by != Proof::Agent;
            let order = |rule: &str, place| policy(rule).unwrap().order(&bot, &copy(place));
            let is_redirected = |rule: &str| order(rule, SAME).action == Action::Redirect;
            assert_eq!(is_redirected(redirect), proven, "{by:?}");
            assert_eq!(order(noindex, CROSS).noindex, proven, "{by:?}");
            // Whoever claims to be kept out is kept out, and who claims to be let through gets no more
            // than a person does.
            for action in ["refuse", "forward", "not-modified"] {
                let rule = format!(r#"{{"class": "search", "action": "{action}"}}"#);
                assert_eq!(order(&rule, SAME).action.name(), action);
            }
            let by_agent = redirect.replace("{", "{\"by\": [\"agent\"], ");
            assert_eq!(is_redirected(&by_agent), !proven, "{by:?}");
        }
        let only = policy(
            r#"{"class": "search", "by": ["platform", "address"], "action": "forward"},
                             {"action": "refuse"}"#,
        )
        .unwrap();
        let outright = |by| {
            only.outright(&who(Class::Search, by))
                .map(|order| order.action)
        };
        assert_eq!(outright(Proof::Address), None);
        assert_eq!(outright(Proof::Agent), Some(Action::Refuse));
    }

    #[test]
    fn who_is_kept_out_is_known_before_the_page_is() {
        let rules = r#"{"class": "archive", "action": "forward"},
            {"class": "search", "verdict": "different", "action": "forward"},
            {"class": ["archive", "search", "ai-training"], "action": "charge", "price": "USD 1"},
            {"class": "other-bot", "site": "cross", "action": "refuse"}"#;
        let policy = policy(rules).unwrap();
        let told = |class| {
            let who = who(class, Proof::Agent);
            let action = |order: Option<Order>| order.map(|order| order.action);
            (action(policy.outright(&who)), action(policy.unread(&who)))
        };
        let charge = Some(Action::Charge);
        assert_eq!(told(Class::AiTraining), (charge, charge));
        assert_eq!(told(Class::Search), (None, charge), "it may be an original");
        for class in [
            Class::Archive,
            Class::OtherBot,
            Class::AiAssistant,
            Class::Person,
        ] {
            assert_eq!(told(class), (None, None), "{class:?}");
        }
        assert!(policy.has_outright() && !Policy::default().has_outright());
        assert!(policy.charges() && !Policy::default().charges());
    }

    #[test]
    fn archives_are_not_told_not_modified_by_a_rule_for_all() {
        let policy = policy(r#"{"action": "not-modified"}"#).unwrap();
        let new = page(Verdict::Different, None, 0);
        let action = |class| policy.order(&who(class, Proof::Agent), &new).action;
        assert_eq!(action(Class::Archive), Action::Annotate);
        assert_eq!(action(Class::Search), Action::NotModified);
    }

    #[test]
    fn who_gets_all_untouched_is_known_before() {
        let bot = who(Class::Search, Proof::Agent);
        let ignores = |rules| policy(rules).unwrap().ignores(&bot);
        assert!(ignores(
            r#"{"class": "search", "action": "forward"}, {"action": "refuse"}"#
        ));
        assert!(ignores(
            r#"{"verdict": "same", "action": "forward"}, {"action": "forward"}"#
        ));
        assert!(!ignores(r#"{"verdict": "same", "action": "forward"}"#));
        assert!(!ignores(
            r#"{"verdict": "same", "action": "refuse"}, {"action": "forward"}"#
        ));
        assert!(!ignores(r#"{"class": "archive", "action": "forward"}"#));
        assert!(!ignores(r#"{"by": "platform", "action": "forward"}"#));
        assert!(!Policy::default().ignores(&bot));
    }

    #[test]
    fn a_wrong_policy_says_what_is_wrong() {
        for (rules, expected) in [
            (
                r#"{"action": "delete"}"#,
                "rules[0].action: there is no `delete`, only annotate, forward",
            ),
            (r#"{"class": "search"}"#, "rules[0]: `action` is missing"),
            (
                r#"{"action": "refuse", "verdicts": "same"}"#,
                "rules[0].verdicts: there is no `verdicts` here, only class, by, verdict",
            ),
            (
                r#"{"action": "forward"}, {"verdict": "same", "action": "redirect"}"#,
                "rules[1]: a redirect stays on the site",
            ),
            (
                r#"{"site": "same", "action": "redirect"}"#,
                "only a copy can be redirected",
            ),
            (
                r#"{"site": "same", "verdict": "same", "action": "redirect", "status": 303}"#,
                "is 301 or 308",
            ),
            (
                r#"{"action": "refuse", "status": 301}"#,
                "`status` is for `redirect` only",
            ),
            (r#"{"action": "charge"}"#, "takes a price"),
            (
                r#"{"action": "charge", "price": "1 cent"}"#,
                "rules[0].price: write a price above 0",
            ),
            (
                r#"{"action": "charge", "price": "USD 0.00"}"#,
                "a price above 0",
            ),
            (
                r#"{"action": "refuse", "price": "USD 1"}"#,
                "`price` is for `charge` only",
            ),
            (r#"{"class": "person", "action": "refuse"}"#, "never held"),
            (r#"{"class": [], "action": "refuse"}"#, "fits nothing"),
            (
                r#"{"class": "archive", "action": "not-modified"}"#,
                "revisit",
            ),
            (
                r#"{"verdict": "same", "action": "refuse", "minConfidence": 101}"#,
                "rules[0].minConfidence: write a whole number from 0 to 100",
            ),
            (
                r#"{"verdict": "same", "action": "refuse", "minConfidence": 0.6}"#,
                "a whole number",
            ),
            (
                r#"{"action": "refuse", "minConfidence": 60}"#,
                "this one holds whatever the page is",
            ),
            (
                r#"{"by": "name", "action": "refuse"}"#,
                "rules[0].by: there is no `name`, only signature, platform, address, agent",
            ),
            (
                r#"{"action": "annotate", "noindex": true}"#,
                "only a copy of another site's page is hidden",
            ),
            (
                r#"{"verdict": "same", "site": "cross", "action": "forward", "noindex": true}"#,
                "`noindex` is for",
            ),
            (
                r#"{"action": "annotate", "noindex": "yes"}"#,
                "rules[0].noindex: write true or false",
            ),
        ] {
            let error = policy(rules).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
        let error = Policy::read(&Value::of_json("{\"rule\": []}")).unwrap_err();
        assert_eq!(
            error.to_string(),
            "rule: there is no `rule` here, only rules"
        );
    }
}
