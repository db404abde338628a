//! The operator's policy: what each kind of client gets for each kind of page.

use super::classify::Class;
use super::value::{Value, needed};
use crate::verdict::Kind;
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
pub(super) const VERDICTS: [Kind; 4] = [Kind::Same, Kind::Partial, Kind::Different, Kind::Unknown];

/// One rule: what is left out, it takes anything for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    classes: Option<Vec<Class>>,
    verdicts: Option<Vec<Kind>>,
    site: Option<Place>,
    action: Action,
    status: Option<u32>,
    price: Option<String>,
}

/// One of something, or a list of them.
fn one_or_more<T>(
    value: &Value,
    read: impl Fn(&Value) -> Result<T, String>,
) -> Result<Vec<T>, String> {
    match value {
        Value::List(_) => value.list(read),
        _ => read(value).map(|one| vec![one]),
    }
}

impl Rule {
    fn read(value: &Value) -> Result<Rule, String> {
        let value = value.with_only(&["class", "verdict", "site", "action", "status", "price"])?;
        let action = value.field("action", |name| name.one_of(&Action::ALL, Action::name))?;
        let rule = Rule {
            classes: value.field("class", |some| one_or_more(some, Class::read))?,
            verdicts: value.field("verdict", |some| {
                one_or_more(some, |name| name.one_of(&VERDICTS, Kind::name))
            })?,
            site: value.field("site", |name| {
                name.one_of(&[Place::Same, Place::Cross], Place::name)
            })?,
            action: needed(action, "action")?,
            status: value.field("status", Value::number)?,
            price: value.field("price", |price| price.text().map(str::to_owned))?,
        };
        rule.check()?;
        Ok(rule)
    }

    fn is_for(&self, class: Class) -> bool {
        match &self.classes {
            Some(classes) => classes.contains(&class),
            // An archive would store the 304 as a revisit of bytes that it never had.
            None => self.action != Action::NotModified || class != Class::Archive,
        }
    }

    fn check(&self) -> Result<(), &'static str> {
        let names = |class| {
            self.classes
                .as_ref()
                .is_some_and(|classes| classes.contains(&class))
        };
        if names(Class::Person) {
            return Err("pages of persons are never held; leave `person` out");
        }
        match self.action {
            Action::Redirect if self.site != Some(Place::Same) => {
                return Err("a redirect stays on the site: add \"site\": \"same\"");
            }
            Action::Redirect if self.verdicts != Some(vec![Kind::Same]) => {
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
        match (self.action, self.status) {
            (Action::Redirect, None | Some(301 | 308)) | (_, None) => {}
            (Action::Redirect, _) => return Err("`status` of a redirect is 301 or 308"),
            _ => return Err("`status` is for `redirect` only"),
        }
        match (self.action, &self.price) {
            (Action::Charge, Some(price)) if is_price(price) => Ok(()),
            (Action::Charge, _) => Err("`charge` takes a price: add \"price\": \"USD 0.01\""),
            (_, Some(_)) => Err("`price` is for `charge` only"),
            _ => Ok(()),
        }
    }
}

/// Whether it is a currency and an amount, as in `USD 0.01`.
fn is_price(text: &str) -> bool {
    text.split_once(' ').is_some_and(|(currency, amount)| {
        let (whole, part) = amount.split_once('.').unwrap_or((amount, "0"));
        let number =
            |digits: &str| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        currency.len() == 3
            && currency.bytes().all(|byte| byte.is_ascii_uppercase())
            && number(whole)
            && number(part)
    })
}

/// What to do, and what that takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Order<'a> {
    /// What to do.
    pub action: Action,
    /// Status of a redirect.
    pub status: Option<u16>,
    /// Price, if it is charged.
    pub price: Option<&'a str>,
}

/// Rules in order; the first that fits decides, and where none does the page is annotated.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Policy {
    rules: Vec<Rule>,
}

impl Policy {
    /// Reads `{ "rules": [{ "class", "verdict", "site", "action", "status", "price" }] }`.
    ///
    /// # Errors
    /// What is wrong, and in which rule.
    pub fn read(value: &Value) -> Result<Policy, String> {
        let rules = value
            .with_only(&["rules"])?
            .field("rules", |list| list.list(Rule::read))?;
        Ok(Policy {
            rules: needed(rules, "rules")?,
        })
    }

    /// What a client of a class gets for a page with a verdict; `place` is where the original
    /// stands, if there is one.
    ///
    /// ```
    /// use offprint::edge::{Action, Class, Policy, Value};
    /// use offprint::verdict::Kind;
    /// let text = |text: &str| Value::Text(text.into());
    /// let rule = Value::Map(vec![
    ///     ("class".into(), text("ai-training")),
    ///     ("verdict".into(), text("same")),
    ///     ("action".into(), text("refuse")),
    /// ]);
    /// let policy = Policy::read(&Value::Map(vec![("rules".into(), Value::List(vec![rule]))])).unwrap();
    /// assert_eq!(policy.order(Class::AiTraining, Kind::Same, None).action, Action::Refuse);
    /// assert_eq!(policy.order(Class::Search, Kind::Same, None).action, Action::Annotate);
    /// ```
    pub fn order(&self, class: Class, verdict: Kind, place: Option<Place>) -> Order<'_> {
        let fits = |rule: &&Rule| {
            rule.is_for(class)
                && rule
                    .verdicts
                    .as_ref()
                    .is_none_or(|verdicts| verdicts.contains(&verdict))
                && rule.site.is_none_or(|site| place == Some(site))
        };
        let rule = self.rules.iter().find(fits);
        rule.map_or_else(Order::default, |rule| Order {
            action: rule.action,
            status: rule.status.map(|status| status as u16),
            price: rule.price.as_deref(),
        })
    }

    /// Whether a class gets its pages untouched whatever they are, so that nothing has to be waited
    /// for.
    pub fn ignores(&self, class: Class) -> bool {
        for rule in self.rules.iter().filter(|rule| rule.is_for(class)) {
            if rule.action != Action::Forward {
                return false;
            }
            if rule.verdicts.is_none() && rule.site.is_none() {
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(rules: &str) -> Result<Policy, String> {
        let json = format!("{{\"rules\": [{rules}]}}");
        Policy::read(&Value::of_json(&json))
    }

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
        let action = |class, verdict, place| policy.order(class, verdict, place).action;
        let (same, cross) = (Some(Place::Same), Some(Place::Cross));
        assert_eq!(action(Class::Search, Kind::Same, same), Action::Forward);
        assert_eq!(
            action(Class::AiTraining, Kind::Same, same),
            Action::Redirect
        );
        assert_eq!(
            action(Class::AiTraining, Kind::Partial, same),
            Action::Charge
        );
        assert_eq!(
            action(Class::OtherBot, Kind::Partial, cross),
            Action::Refuse
        );
        assert_eq!(
            action(Class::OtherBot, Kind::Different, None),
            Action::NotModified
        );
        assert_eq!(
            policy.order(Class::OtherBot, Kind::Same, same).status,
            Some(308)
        );
        let price = policy.order(Class::AiTraining, Kind::Same, cross).price;
        assert_eq!(price, Some("USD 0.01"));
        assert_eq!(
            Policy::default().order(Class::Search, Kind::Same, cross),
            Order::default()
        );
    }

    #[test]
    fn archives_are_not_told_not_modified_by_a_rule_for_all() {
        let policy = policy(r#"{"action": "not-modified"}"#).unwrap();
        let action = |class| policy.order(class, Kind::Different, None).action;
        assert_eq!(action(Class::Archive), Action::Annotate);
        assert_eq!(action(Class::Search), Action::NotModified);
    }

    #[test]
    fn who_gets_all_untouched_is_known_before() {
        let ignores = |rules| policy(rules).unwrap().ignores(Class::Search);
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
        assert!(!Policy::default().ignores(Class::Search));
    }

    #[test]
    fn a_wrong_policy_says_what_is_wrong() {
        for (rules, expected) in [
            (
                r#"{"action": "delete"}"#,
                "rules: 1: action: there is no `delete`, only annotate, forward",
            ),
            (r#"{"class": "search"}"#, "rules: 1: `action` is missing"),
            (
                r#"{"action": "refuse", "verdicts": "same"}"#,
                "there is no `verdicts` here, only class, verdict",
            ),
            (
                r#"{"action": "forward"}, {"verdict": "same", "action": "redirect"}"#,
                "rules: 2: a redirect stays on the site",
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
                r#"{"action": "refuse", "status": 404}"#,
                "`status` is for `redirect` only",
            ),
            (r#"{"action": "charge"}"#, "takes a price"),
            (
                r#"{"action": "charge", "price": "1 cent"}"#,
                "takes a price",
            ),
            (
                r#"{"action": "charge", "price": "USD 1."}"#,
                "takes a price",
            ),
            (
                r#"{"action": "refuse", "price": "USD 1"}"#,
                "`price` is for `charge` only",
            ),
            (r#"{"class": "person", "action": "refuse"}"#, "never held"),
            (
                r#"{"class": "archive", "action": "not-modified"}"#,
                "revisit",
            ),
        ] {
            let error = policy(rules).unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
        let error = Policy::read(&Value::of_json("{\"rule\": []}")).unwrap_err();
        assert_eq!(error, "there is no `rule` here, only rules");
    }
}
