//! What the operator sets.

use super::classify::Agents;
use super::gateway::Gateway;
use super::policy::{Action, Policy};
use super::privacy::SessionCookies;
use super::standing::Addresses;
use super::value::{Fault, Value};

/// What the operator sets. The default is right for every site: pages are annotated, any cookie is
/// personal, and there is no gateway.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// What each kind of client gets.
    pub policy: Policy,
    /// Whom the operator knows.
    pub agents: Agents,
    /// Which hosts and parameters are the site's own.
    pub addresses: Addresses,
    /// Cookies that make a page personal.
    pub cookies: SessionCookies,
    /// Whether all is forwarded untouched, and what would have been done is only told.
    pub dry_run: bool,
    /// The crawl gateway, if there is one.
    pub gateway: Option<Gateway>,
    /// Whether there is anybody who confirms that a price was paid.
    pub payments: bool,
}

impl Settings {
    /// Takes the policy; what is wrong with it is left out, and told.
    pub fn read_policy(&mut self, value: &Value) -> Vec<Fault> {
        let is_optional = |name: &str| name != "rules";
        let (policy, faults) = sound("policy", value, &["rules"], is_optional, Policy::read);
        self.policy = policy.unwrap_or_default();
        faults
    }

    /// Takes whom the operator knows; what is wrong is left out, and told. A range is left out whole: with
    /// some of its addresses missing, who asks from there would be taken for a liar.
    pub fn read_agents(&mut self, value: &Value) -> Vec<Fault> {
        let fields = ["signed", "ranges", "agents"];
        let (agents, faults) = sound("agents", value, &fields, |_| true, Agents::read);
        self.agents = agents.unwrap_or_default();
        faults
    }

    /// Takes the gateway. What is wrong among its targets and its limits is left out, and told. With
    /// anything else that is wrong there is no gateway: it may have been meant to bound it.
    pub fn read_gateway(&mut self, value: &Value) -> Vec<Fault> {
        let is_optional = |name: &str| ["maxBytes", "timeout"].contains(&name);
        let fields = ["targets", "hosts"];
        let (gateway, faults) = sound("gateway", value, &fields, is_optional, Gateway::read);
        self.gateway = gateway;
        faults
    }
}

/// Reads an object. Of the fields in `members` each member is read by itself, and left out if it is
/// wrong; so are whole fields that are optional.
fn sound<T>(
    setting: &str,
    value: &Value,
    members: &[&str],
    is_optional: fn(&str) -> bool,
    read: fn(&Value) -> Result<T, Fault>,
) -> (Option<T>, Vec<Fault>) {
    let fault_of = |value: &Value| read(value).err();
    let (kept, faults) = sound_part(value, members, is_optional, &fault_of);
    let read = kept.and_then(|kept| read(&kept).ok());
    let within = |fault: Fault| fault.within(setting);
    (read, faults.into_iter().map(within).collect())
}

/// What can be read of an object, if anything can, and what is wrong with the rest.
fn sound_part(
    value: &Value,
    members: &[&str],
    is_optional: fn(&str) -> bool,
    fault_of: &dyn Fn(&Value) -> Option<Fault>,
) -> (Option<Value>, Vec<Fault>) {
    let mut kept = match value.map() {
        Ok(fields) => fields.to_vec(),
        Err(fault) => return (None, vec![fault]),
    };
    let mut faults = Vec::new();
    for (name, value) in &mut kept {
        if !members.contains(&name.as_str()) {
            continue;
        }
        // Whether a member is sound when it is the only one; if not, that is told under its place.
        let mut is_sound = |alone: Value, alone_at: &str, place: &str, outcome: &str| {
            let fault = fault_of(&Value::Map(vec![(name.clone(), alone)]));
            let fault = fault.and_then(|Fault { place: at, message }| {
                let rest = at.strip_prefix(&format!("{name}{alone_at}"))?;
                let place = format!("{name}{place}{rest}");
                let message = format!("{message} ({outcome})");
                Some(Fault { place, message })
            });
            let is_sound = fault.is_none();
            faults.extend(fault);
            is_sound
        };
        match value {
            Value::List(list) => {
                let mut places = (0..).map(|at| format!("[{at}]"));
                list.retain(|member| {
                    let place = places.next().unwrap_or_default();
                    let alone = Value::List(vec![member.clone()]);
                    is_sound(alone, "[0]", &place, outcome(member))
                });
            }
            Value::Map(map) => map.retain(|field| {
                let place = format!("[{}]", field.0);
                is_sound(Value::Map(vec![field.clone()]), &place, &place, LEFT_OUT)
            }),
            _ => {}
        }
    }
    let mut kept = Value::Map(kept);
    while let Some(fault) = fault_of(&kept) {
        let name = fault.place.split(['.', '[']).next().unwrap_or_default();
        let Value::Map(fields) = &mut kept else {
            break;
        };
        let before = fields.len();
        fields.retain(|(other, _)| other != name || !is_optional(name));
        let is_left_out = fields.len() < before;
        // What is missing now may be what was left out.
        if !fault.place.is_empty() || faults.is_empty() {
            faults.push(fault);
        }
        if !is_left_out {
            return (None, faults);
        }
    }
    (Some(kept), faults)
}

const LEFT_OUT: &str = "left out";

/// What it means that a member is left out. Of a rule this can be much: the rules after it decide.
fn outcome(member: &Value) -> &'static str {
    let name = |value: &Value| value.one_of(&Action::ALL, Action::name);
    match member.field("action", name) {
        Ok(Some(Action::Refuse | Action::Charge)) => {
            "left out: whom this rule was to keep out gets the page"
        }
        Ok(Some(_)) => "left out: the rules after it decide for whom it was",
        _ => LEFT_OUT,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Asker, Class, Proof, Who, classify};

    fn texts(faults: Vec<Fault>) -> Vec<String> {
        faults.iter().map(Fault::to_string).collect()
    }

    fn has(faults: &[String], expected: &str) -> bool {
        faults.iter().any(|fault| fault.starts_with(expected))
    }

    #[test]
    fn one_bad_rule_does_not_void_the_others() {
        let mut settings = Settings::default();
        let faults = settings.read_policy(&Value::of_json(
            r#"{"rules": [
                {"class": "ai-trainin", "action": "refuse"},
                {"class": "archive", "action": "forward"},
                {"class": ["search", "serach"], "action": "forward"},
                {"class": "other-bot", "action": "refuse"},
                {"action": "refuze"},
                {"action": "charge", "price": "1 cent"},
                7
            ], "dry": true}"#,
        ));
        let expected = [
            "policy.rules[0].class: there is no `ai-trainin`, only search, ai-training, ai-assistant, archive, other-bot, person (left out: whom this rule was to keep out gets the page)",
            "policy.rules[2].class[1]: there is no `serach`, only search, ai-training, ai-assistant, archive, other-bot, person (left out: the rules after it decide for whom it was)",
            "policy.rules[4].action: there is no `refuze`, only annotate, forward, not-modified, redirect, refuse, charge (left out)",
            "policy.rules[5].price: write a price above 0 as \"USD 0.01\", with at most 6 decimals (left out: whom this rule was to keep out gets the page)",
            "policy.rules[6]: write an object here: { … } (left out)",
            "policy.dry: there is no `dry` here, only rules",
        ];
        assert_eq!(texts(faults), expected);
        let outright = |class| {
            let by = Some(Proof::Agent);
            let who = Who {
                class,
                by,
                claim: None,
            };
            settings.policy.outright(&who).map(|order| order.action)
        };
        assert_eq!(outright(Class::OtherBot), Some(Action::Refuse));
        for class in [
            Class::AiTraining,
            Class::Archive,
            Class::Search,
            Class::Person,
        ] {
            assert_eq!(outright(class), None, "{class:?}");
        }
    }

    #[test]
    fn a_bad_entry_among_agents_does_not_void_the_others() {
        let mut settings = Settings::default();
        let faults = settings.read_agents(&Value::of_json(
            r#"{"signed": {"http://a.example": "search", "https://b.example": "archive", "https://c.example": "robot"},
                "ranges": [
                    {"name": "Googlebot", "class": "search", "addresses": ["66.249.64.0/19", "66.249.64.0/99"]},
                    {"name": "House", "class": "archive", "addresses": ["192.0.2.0/24"]}],
                "agents": {"X": "search", "Y": 1}, "range": []}"#,
        ));
        let faults = texts(faults);
        for expected in [
            "agents.signed[http://a.example]: the keys of http://a.example must come over https (left out)",
            "agents.signed[https://c.example]: there is no `robot`, only search",
            "agents.ranges[0].addresses[1]: `66.249.64.0/99` is no range of addresses",
            "agents.agents[Y]: write a text here (left out)",
            "agents.range: there is no `range` here, only signed, ranges, agents",
        ] {
            assert!(has(&faults, expected), "{expected} not in {faults:?}");
        }
        assert_eq!(faults.len(), 5);
        assert_eq!(
            settings.agents.signed_class("https://b.example"),
            Some(Class::Archive)
        );
        let ask = |agent: &str, address: &str| {
            let asker = Asker {
                user_agent: agent.into(),
                address: Some(address.into()),
                ..Asker::default()
            };
            classify(&asker, &settings.agents)
        };
        assert_eq!(ask("House", "192.0.2.1").class, Class::Archive);
        assert_eq!(ask("House", "203.0.113.1").claim.as_deref(), Some("House"));
        let google = ask("Googlebot", "66.249.64.1");
        assert_eq!(google.claim, None, "half a range makes nobody a liar");
    }

    #[test]
    fn a_bad_target_or_limit_does_not_void_the_gateway_and_what_may_bound_it_does() {
        let mut settings = Settings::default();
        let mut read = |json: &str| {
            let faults = texts(settings.read_gateway(&Value::of_json(json)));
            (faults, settings.gateway.take())
        };
        let (faults, gateway) = read(
            r#"{"targets": ["news.example", "localhost"], "hosts": {"m.example": "https://b.example", "n.example": "b"},
                "maxBytes": 0, "timeout": 1e9}"#,
        );
        assert_eq!(faults.len(), 4, "{faults:?}");
        for expected in [
            "gateway.targets[1]: target `localhost`: it is not public",
            "gateway.hosts[n.example]: `b` is no origin",
            "gateway.maxBytes: write a whole number from 1024 to",
            "gateway.timeout: write a whole number from 100 to 60000",
        ] {
            assert!(has(&faults, expected), "{expected} not in {faults:?}");
        }
        let gateway = gateway.unwrap();
        assert_eq!(gateway.check("https://news.example/"), Ok(()));
        assert_eq!(gateway.check("https://b.example/"), Ok(()));
        assert_eq!(gateway.max_bytes, 16 << 20);
        let (faults, gateway) = read(r#"{"targets": ["news.example"], "withold": ["same"]}"#);
        assert_eq!((faults.len(), gateway), (1, None));
        let (faults, gateway) = read(r#"{"targets": ["localhost"]}"#);
        assert_eq!((faults.len(), gateway), (1, None));
    }

    #[test]
    fn what_is_no_object_is_told() {
        let faults = Settings::default().read_policy(&Value::of_json("[]"));
        assert_eq!(texts(faults), ["policy: write an object here: { … }"]);
        let null = Value::of_json(r#"{"rules": [{"class": null, "action": "refuse"}]}"#);
        let faults = texts(Settings::default().read_policy(&null));
        assert!(faults[0].starts_with("policy.rules[0].class: null says nothing"));
    }
}
