//! Detects whether the visible text is only the beginning of an article, before a gate: a pure function of the page and
//! its body.
//!
//! Pages with a monthly allowance of free articles state that they are not free, and still ship the whole text; so do
//! pages that lift the gate for crawlers. The length decides: a long body is complete, whatever the page states.

use crate::extract::body::Body;
use crate::extract::lines::{self, Table, Words};
use crate::parse::block::Page;
use crate::parse::characters::find;
use crate::parse::noise::{Hints, Rule};

// Sizes are in bytes, as in `page_type`.

/// Size of a body that is complete whatever the page states: some 400 words. Larger: short articles on metered sites
/// are taken for stubs.
const WHOLE: u32 = 2600;
/// Size up to which one sign of a gate is enough: two or three paragraphs.
const SHORT: u32 = 1000;
/// Blocks after the body that may hold the text of a gate.
const AFTER: usize = 12;
/// Most blocks at the end of a body that are dropped as the text of a gate.
const GATE_BLOCKS: usize = 3;
/// Longest block that can be the text of a gate, in characters.
const WORDS: u32 = 400;

/// Phrases of gates, folded and without spaces; each is very rare in articles.
static GATES: [Table; 2] = [Table::of(&[(Words::GATE, GATE_WORDS)]), Table::of(&[(Words::GATE, OTHER_GATES)])];
#[rustfmt::skip]
const GATE_WORDS: &[&str] = &[
    "alreadyasubscriber", "becomeamembertoread", "becomeasubscribertoread",
    "continuereadingwithasubscription", "createafreeaccounttocontinue", "exclusivetosubscribers",
    "forsubscribersonly", "isforsubscribers", "isonlyavailabletosubscribers",
    "isreservedforsubscribers", "logintocontinuereading", "logintoread",
    "registertocontinuereading", "registertoread", "signintocontinuereading", "signintoread",
    "signuptocontinuereading", "subscribeforfullaccess", "subscribenowtoread",
    "subscribetocontinue", "subscribetokeepreading", "subscribetoread", "subscribetounlock",
    "subscriber-only", "subscriberscanreadthe", "toaccessthefullarticle",
    "tocontinuereadingthisarticle", "tokeepreading,subscribe", "toreadthefullarticle",
    "toreadthefullstory", "toreadtherestofthis", "unlockthefullarticle", "unlockthisarticle",
    "仅限会员阅读", "付费后可阅读", "付费后阅读", "付费阅读全文", "会员专享", "会员可阅读全文",
    "会员可读全文", "开通会员阅读", "登录后可阅读", "登录后可查看全文", "登录后查看全文",
    "登录后阅读", "登录阅读全文", "订阅后可阅读", "订阅后阅读", "订阅阅读全文", "试读结束",
    "请订阅后", "购买后可阅读", "购买后阅读", "阅读全文请付费", "阅读全文请订阅", "解锁全文",
];

/// The same in other languages.
#[rustfmt::skip]
const OTHER_GATES: &[&str] = &[
    // French.
    "abonnez-vouspourlire", "déjàabonné", "pourlirelasuite,", "réservéauxabonnés",
    "réservéeauxabonnés", "réservésauxabonnés", "sabonnerpourlire", "connectez-vouspourlire", "decetarticleàlire",
    // German.
    "abonnierenumweiterzu", "abonnierenundweiter", "anmeldenundweiter", "bereitsabonnent", "exklusivfürabonn",
    "mitabolesen", "nurfürabonn", "abonnentenvorbehalten", "umweiterzulesen", "fürabonnentenlesbar", "nurmitabo",
    // Spanish.
    "exclusivoparasuscri", "reservadoasuscri", "reservadoparasuscri", "suscríbeteparacontin", "paraseguirleyendo", "parasuscriptores", "sóloparasuscri", "suscríbeteparaleer",
    "suscríbeteparaseguir", "yaeressuscriptor", "iniciasesiónparaleer", "iniciasesiónparaseguir",
    // Italian.
    "abbonatipercontinuare", "abbonatiperleggere", "percontinuarealeggere", "riservatoagliabbonati",
    "riservataagliabbonati", "riservatiagliabbonati", "riservatoaisoliabbonati", "seigiàabbonato", "accediperleggere",
    // Portuguese.
    "assineparacontinuar", "assineparaler", "exclusivoparaassin", "jáéassinante", "paracontinuarlendo", "paracontinuaralero", "restritoaassinantes", "reservadoaosassin", "exclusivodeassin", "reservadoaassinantes", "sóparaassinantes",
    // Dutch.
    "alleenvoorabonnees", "exclusiefvoorabonnees", "voorbehoudenaanabonn", "omverdertelezen", "leesverdermet",
    "alabonnee?", "wordabonneeom",
    // Polish.
    "abyczytaćdalej", "dostępnydlaprenumerat", "dostępnydlasubskr", "tylkodlaprenumerat", "tylkodlasubskr",
      "maszjużprenumeratę", "zalogujsię,abyczytać", "zalogujsię,żebyczytać",
    // Russian.
    "длячтенияполного", "доступентолькоподпис", "доступнатолькоподпис", "доступнотолькоподпис", "дочитатьматериал",
     "толькодляподписчиков", "полнаяверсияпоподписке", "доступенпоподписке", "доступнапоподписке", "чтобычитатьдальше", "чтобыпрочитатьполностью", "чтобыдочитать",
    // Swedish, Danish, Turkish, Arabic.
    "endastförprenumerant", "förattläsavidare", "förattläsahela", "kunforabonnenter", "foratlæsevidere",
    "sadeceabonelere", "okumayadevametmekiçin", "للمشتركينفقط", "لمتابعةالقراءة",
    // Japanese.
    "この記事は有料", "ログインして続き", "会員限定記事", "会員限定です", "有料記事です", "続きは有料", "有料会員限定", "続きを読むには", "続きをご覧になるには",
    "会員登録すると続き", "会員登録して続き",
    // Others.
    "abonelereözel", "csakelőfizetőknek", "doarpentruabonați", "forbeholdtabonn", "förbehållenpren", "jenpropředplat",
    "pouzepropředplat", "khususpelanggan", "μονογιασυνδρομητες", "тількидляпередплат", "лишедляпередплат",
    "vaintilaajille",
    // Korean.
    "계속읽으려면", "구독자전용", "구독자만", "회원만볼수", "구독후이용", "로그인후이용", "유료구독자", "유료회원전용", "전문을보시려면", "회원전용기사",
];

/// Drops what a gate says at the end of a body.
pub fn drop_gate(page: &Page, body: &mut Body) {
    for _ in 0..GATE_BLOCKS {
        let [_, .., last] = body.kept[..] else { return };
        if page.blocks[last].chars > WORDS || !is_of_gate(page.text_of(&page.blocks[last])) {
            return;
        }
        body.kept.pop();
        body.compared.retain(|&(block, _)| block != last);
        let place = body.dropped.partition_point(|&(block, _)| block < last);
        body.dropped.insert(place, (last, Rule::Promo));
    }
}

/// Whether a line has the words of a gate.
fn is_of_gate(line: &str) -> bool {
    let line = lines::plain(line);
    GATES.iter().any(|table| table.is_in(&line)) || mentions_rest(&line)
}

/// Whether the body is the beginning of an article before a gate. Up to some 150 words (300 Han characters) one sign is
/// enough: the page states that the article is not free, or a line in the body or right after it has the words of a
/// gate. Up to some 400 words two signs are required, or one and a text that breaks off; longer bodies are complete. A
/// container named `paywall` counts only with a text that breaks off, since many sites include one in every page.
pub fn is_gated(page: &Page, body: &Body) -> bool {
    let kept = body.kept.iter().map(|&i| &page.blocks[i]);
    let size: u32 = kept.map(|block| block.end - block.start).sum();
    if size >= WHOLE {
        return false;
    }
    let stated = page.head.gated;
    let mentioned = mentions_gate(page, body);
    let breaks_off = || {
        let last = body.kept.last().map(|&i| &page.blocks[i]);
        last.is_some_and(|block| breaks_off(page.text_of(block)))
    };
    let mut containers = page.containers.iter();
    let mut has_container = || containers.any(|container| container.hints.contains(Hints::PAYWALL));
    let one = stated || mentioned || has_container() && breaks_off();
    let two = stated && mentioned || (stated || mentioned) && breaks_off();
    two || one && size < SHORT
}

/// Whether a short block in the body or right after it has the words of a gate.
fn mentions_gate(page: &Page, body: &Body) -> bool {
    let first = body.kept.first().copied().unwrap_or(0);
    let last = body.kept.last().copied().unwrap_or(0);
    let near = &page.blocks[first..page.blocks.len().min(last + 1 + AFTER)];
    near.iter().filter(|block| block.chars <= WORDS).any(|block| is_of_gate(page.text_of(block)))
}

/// Whether a folded line states how much of the text is left: 剩余82%内容, 还剩70%未读, 残り1234文字.
fn mentions_rest(line: &str) -> bool {
    ["剩余", "还剩", "余下", "残り", "남은", "осталось", "ilvousreste", "lequedael", "tequedael", "pozostalo"]
        .iter()
        .any(|word| {
            let after = find(line, word).map_or("", |at| &line[at + word.len()..]);
            let rest = after.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
            rest.len() < after.len() && ["%", "文字", "자"].iter().any(|unit| rest.starts_with(unit))
        })
}

/// Whether a line ends in the middle of a sentence.
fn breaks_off(line: &str) -> bool {
    let line = line.trim_end_matches([']', ')', ' ', '】', '）']);
    line.ends_with('…') || line.ends_with("...")
}
