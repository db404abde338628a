//! Whether one article is a rewriting of another, and the facts that show it.

use super::{Plain, words};
use offprint::Article;
use offprint::compare::{ArticleRecord, RewriteVerdict, Rewriting, Verdict};
use offprint::facts::{Fact, FactKind, SketchInput};
use std::fmt::{self, Write};

/// Facts of a kind that are printed for either text, the rarest ones.
const MOST: usize = 12;
/// The least rarity of a word that is printed: about one text in a hundred contains it.
const RARE: u8 = 4;

/// The result for the facts of two articles, and the facts themselves; places are counted in characters.
pub fn rewriting(articles: [&Article; 2], verdict: Verdict) -> Rewriting {
    // Copies are not tested for rewriting, so no sketch is made.
    let record = if verdict >= Verdict::Partial { ArticleRecord::from } else { ArticleRecord::with_facts };
    let [a, b] = articles.map(record);
    let [first, second] = articles.map(SketchInput::from);
    let mut rewriting = a.rewriting(&b, verdict).with_facts(&first, &second);
    if let Some(facts) = &mut rewriting.facts {
        facts.count_places([first.body, second.body], |_| 1);
    }
    rewriting
}

/// A kind of facts that is printed, by its name and the facts that belong to it.
type FactFilter = (&'static str, fn(&Fact) -> bool);

/// Prints the result for people. For copies nothing is printed: their words are the same.
pub fn print(rewriting: &Rewriting, texts: [&str; 2], out: &mut String) -> fmt::Result {
    let (Some(score), Some(facts)) = (rewriting.score, &rewriting.facts) else {
        return match rewriting.verdict {
            RewriteVerdict::Unknown => writeln!(
                out,
                "\nCannot tell whether one rewrites the other: that needs both texts, in Chinese or English, with enough facts."
            ),
            _ => Ok(()),
        };
    };
    let verdict = rewriting.verdict.name();
    let words = words::rewriting(rewriting);
    let (shared, compared) = (rewriting.shared, rewriting.compared);
    writeln!(
        out,
        "\n{verdict}, likelihood {score:.3}: {words}\n{shared} of the {compared} facts of the shorter are also in the longer. In the \
         whole texts {} facts agree, {} of them in the same order.",
        facts.shared.len(),
        facts.in_order.len()
    )?;
    let both: Vec<&Fact> = facts.shared.iter().map(|[fact, _]| fact).collect();
    let quoted_in_both = facts.shared.iter().filter(|[one, other]| one.quoted && other.quoted);
    let quoted: Vec<&Fact> = quoted_in_both.map(|[fact, _]| fact).collect();
    let [first, second] = texts;
    let only = [&facts.only_first, &facts.only_second].map(|facts| facts.iter().collect::<Vec<_>>());
    let sides = [
        ("Both", both, first),
        ("Quoted in both", quoted, first),
        ("Only the first", only[0].clone(), first),
        ("Only the second", only[1].clone(), second),
    ];
    for (side, facts, text) in sides {
        print_facts(side, facts, text, out)?;
    }
    print_altered(&facts.altered, texts, out)
}

/// The figures, days and names that the second text gives in place of the first one's.
fn print_altered(altered: &[[Fact; 2]], texts: [&str; 2], out: &mut String) -> fmt::Result {
    if altered.is_empty() {
        return Ok(());
    }
    let texts = texts.map(|text| text.chars().collect::<Vec<char>>());
    let pairs = altered.iter().map(|facts| {
        let [first, second] = [0, 1].map(|side| between(&texts[side], facts[side].start, facts[side].end));
        format!("{first} → {second}")
    });
    let (label, pairs) = ("First → second:", pairs.collect::<Vec<_>>().join(", "));
    writeln!(out, "  {label:<26}{}", Plain(&pairs))
}

fn print_facts(owner: &str, facts: Vec<&Fact>, text: &str, out: &mut String) -> fmt::Result {
    let kinds: [FactFilter; 3] = [
        ("names", |fact| fact.kind == FactKind::Name),
        ("figures", |fact| fact.kind.is_figure()),
        ("words", |fact| fact.kind == FactKind::Word && fact.rarity >= RARE),
    ];
    for (kind, is) in kinds {
        let found = stretches(facts.iter().copied().filter(|fact| is(fact)), text);
        if !found.is_empty() {
            let label = format!("{owner}, {kind}:");
            writeln!(out, "  {label:<26}{}", Plain(&found.join(", ")))?;
        }
    }
    Ok(())
}

/// The rarest facts as the text has them, in its order; overlapping facts are joined.
fn stretches<'a>(facts: impl Iterator<Item = &'a Fact>, text: &str) -> Vec<String> {
    let mut stretches: Vec<(u8, u32, u32)> = Vec::new();
    for fact in facts {
        match stretches.last_mut() {
            Some((rarity, _, end)) if fact.start < *end => {
                *end = fact.end.max(*end);
                *rarity = fact.rarity.max(*rarity);
            }
            _ => stretches.push((fact.rarity, fact.start, fact.end)),
        }
    }
    let mut rarest: Vec<usize> = (0..stretches.len()).collect();
    rarest.sort_by_key(|&place| (std::cmp::Reverse(stretches[place].0), place));
    rarest.truncate(MOST);
    rarest.sort_unstable();
    let characters: Vec<char> = text.chars().collect();
    let shown = rarest.into_iter().map(|place| {
        let (_, start, end) = stretches[place];
        between(&characters, start, end)
    });
    shown.collect()
}

fn between(characters: &[char], start: u32, end: u32) -> String {
    characters[start as usize..end as usize].iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_what_people_can_check() {
        let text = |text: &str| Article::of_text(String::new(), text.to_owned());
        let dam = text(
            "截至4月16日，暴雨使三千七百名村民离家，堤坝决口四十一米，损失二百五十万元。水利局工程师何伟称，\
             闸门早在2011年就已锈死。",
        );
        let flood = text(
            "决口宽41米的堤坝让村子遭殃：到四月十六日为止，3700人被迫转移，损失达250万元。何伟是水利局的工程师，\
             他说闸门2011年就锈死了。",
        );
        let found = rewriting([&dam, &flood], Verdict::Different);
        let mut out = String::new();
        print(&found, [&dam.text, &flood.text], &mut out).expect("text can grow");
        let line = |label: &str| out.lines().find(|line| line.trim_start().starts_with(label));
        let figures = line("Both, figures:").unwrap_or_else(|| panic!("{out}"));
        for figure in ["4月16日", "三千七百", "四十一", "二百五十万", "2011"] {
            assert!(figures.contains(figure), "{figure}: {out}");
        }
        let words = line("Both, words:").unwrap_or_else(|| panic!("{out}"));
        assert!(words.contains("何伟") && words.contains("水利局"), "{out}");
        assert!(line("Only the second, words:").is_some(), "{out}");
        let altered = text(&flood.text.replace("41米", "43米"));
        let found = rewriting([&dam, &altered], Verdict::Different);
        out.clear();
        print(&found, [&dam.text, &altered.text], &mut out).expect("text can grow");
        let line = out.lines().find(|line| line.contains("First → second:"));
        assert!(line.is_some_and(|line| line.ends_with(" 四十一 → 43")), "{out}");
        let copied = rewriting([&dam, &dam], Verdict::Same);
        assert_eq!((copied.verdict, copied.facts), (RewriteVerdict::Copied, None));
    }
}
