//! The words in times: names of months and zones, and how languages order a date in digits.

use crate::parse::characters::has_word;
use crate::unicode::lowered;

/// The names of each month, in the case that dates have, English first. What precedes a point may stand alone, as an
/// abbreviation; a name without one is never cut. Names that are those of another month in another language are left
/// out, such as the Croatian ones.
#[rustfmt::skip]
const MONTHS: [&str; 12] = [
    "jan.uary januar jänner jän janv.ier ene.ro janeiro gen.naio januari sty.cznia styczeń янв.аря январь ян.уари \
     січ.ня січень oca.k tammikuuta ledna leden ιαν.ουαρίου ian.uarie január gener januára يناير جانفي",
    "feb.ruary februar feber févr.ier fév fevr.ier febrero fev.ereiro febbraio februari lut.ego luty фев.раля февраль \
     февруари лют.ого лютий şub.at helmikuuta úno.ra únor φεβ.ρουαρίου februarie február febrer februára فبراير شباط فيفري",
    "mar.ch märz mär mrz mars marzo março maart mrt marts marca marzec мар.та бер.езня березень mart maaliskuuta \
     bře.zna březen μαρ.τίου maret martie márc.ius març مارس آذار",
    "apr.il avr.il abr.il aprile kwi.etnia kwiecień апр.еля апрель април кві.тня квітень nis.an huhtikuuta dubna duben \
     απρ.ιλίου aprilie ápr.ilis apríla أبريل ابريل إبريل نيسان أفريل",
    "may mai maj mayo mag.gio maio mei maja мая май тра.вня травень may.ıs toukokuuta kvě.tna květen μαΐ.ου máj.us \
     mája maig مايو أيار ماي",
    "jun.e juni juin junio junho giu.gno cze.rwca czerwiec июн.я июнь юни чер.вня червень haz.iran kesäkuuta června \
     červen ιουν.ίου iun.ie jún.ius júna juny يونيو حزيران جوان",
    "jul.y juli juil.let julio julho lug.lio lip.ca lipiec июл.я июль юли лип.ня липень tem.muz heinäkuuta července \
     červenec ιουλ.ίου iul.ie júl.ius júla juliol يوليو تموز جويلية",
    "aug.ust août aout ago.sto augustus sie.rpnia sierpień авг.уста сер.пня серпень ağu.stos elokuuta srp.na srpen \
     αυγ.ούστου agu.stus augusti augusztus augusta agost أغسطس اغسطس آب أوت",
    "sep.tember septembre set.tembre set.embro septiembre setiembre wrz.eśnia wrzesień сен.тября сент.ябрь септември \
     вер.есня вересень eyl.ül syyskuuta zář.í σεπ.τεμβρίου septembrie szept.ember setembre septembra سبتمبر أيلول",
    "oct.ober okt.ober octobre octubre ott.obre out.ubro paź.dziernika październik окт.ября октябрь октомври жов.тня \
     жовтень eki.m lokakuuta říj.na říjen οκτ.ωβρίου octombrie október októbra أكتوبر اكتوبر",
    "nov.ember novembre noviembre novembro lis.topada listopad listopadu ноя.бря нояб.рь ноември лис.топада kas.ım \
     marraskuuta νοε.μβρίου noi.embrie novembra نوفمبر",
    "dec.ember dez.ember déc.embre decembre dic.iembre dicembre dez.embro gru.dnia grudzień дек.абря декабрь декември \
     гру.дня грудень ara.lık joulukuuta prosince prosinec δεκ.εμβρίου des.ember decembrie desembre decembra ديسمبر",
];

/// A month by its name.
pub(super) struct Month {
    /// 1 to 12.
    pub number: u32,
    pub is_english: bool,
    /// Whether the name is complete.
    pub is_whole: bool,
}

/// The month with a name, whatever its case, or a number. In English, `12th Gen 2021` is no date: other languages' abbreviations are
/// not taken there. A Croatian listopad is another month than a Polish one.
pub(super) fn month(word: &str, lang: &str) -> Option<Month> {
    if let Ok(number) = word.parse() {
        let (is_english, is_whole) = (false, true);
        return Some(Month { number, is_english, is_whole });
    }
    let folded = lowered(word);
    let matches = |name: &str| {
        let (least, rest) = name.split_once('.').unwrap_or((name, ""));
        let end = folded.strip_prefix(least)?;
        rest.starts_with(end).then_some(end == rest)
    };
    let month = MONTHS.iter().zip(1..).find_map(|(names, number)| {
        let mut names = names.split(' ').enumerate();
        names.find_map(|(place, name)| {
            let is_whole = matches(name)?;
            let is_english = place == 0;
            Some(Month { number, is_english, is_whole })
        })
    })?;
    let language = language(lang);
    let is_foreign = has_word("hr bs", language) || !month.is_whole && has_word("en", language);
    (month.is_english || !is_foreign).then_some(month)
}

/// How many minutes zones are ahead of UTC, by their names. Those that several zones have, such as `CST`, are left out.
#[rustfmt::skip]
pub(super) const ZONES: [(&str, i64); 19] = [
    ("Z", 0), ("UTC", 0), ("GMT", 0), ("BST", 60), ("CET", 60), ("MEZ", 60), ("CEST", 120), ("MESZ", 120),
    ("EET", 120), ("EEST", 180), ("MSK", 180), ("МСК", 180), ("WIB", 420), ("JST", 540), ("KST", 540),
    ("EST", -300), ("EDT", -240), ("PST", -480), ("PDT", -420),
];

/// Whether pages in a language write `3/4/2012`, or with points `3.4.2012`, for the third of April; `None` if they may mean
/// either. In languages that put points there, pages with slashes keep the order of their software.
pub(super) fn is_day_first(lang: &str, has_points: bool) -> Option<bool> {
    let region = region(lang);
    if !has_word("en", language(lang)) {
        let slashes = "ar ca el es fr gl he id it ms nl pl pt ro tr vi";
        let is_known = has_word(slashes, language(lang)) && !has_word("US CA PR", region);
        (has_points || is_known).then_some(true)
    } else if has_word("US", region) {
        (!has_points).then_some(false)
    } else {
        has_word("GB UK IE AU NZ IN ZA SG HK MY NG PK", region).then_some(true)
    }
}

/// The language of a tag.
fn language(lang: &str) -> &str {
    lang.split(['-', '_']).next().unwrap_or(lang)
}

/// The region of a tag, such as the `TW` of `zh-Hant-TW`; empty if it has none.
pub(super) fn region(lang: &str) -> &str {
    let mut parts = lang.split(['-', '_']).skip(1);
    parts.find(|part| part.len() == 2).unwrap_or("")
}
