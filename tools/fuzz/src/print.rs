//! Fingerprints, and verdicts on pairs of them.

use arbitrary::{Result, Unstructured};
use offprint::Metadata;
use offprint::compare::{ArticleRecord, Verdict, relate};
use offprint::internals::original::original;
use offprint::internals::verdict::Likeness;
use offprint::{Fingerprint, compare};

/// Each fingerprint has one form in bytes and one in text, and any other is refused.
pub fn fingerprint(input: &[u8]) {
    if let Ok(print) = Fingerprint::from_bytes(input) {
        assert_eq!(print.to_bytes(), input);
        assert_eq!(print.to_string().parse(), Ok(print.clone()));
        let (read, write) = (print.read_keys(), print.write_keys());
        assert!(write.iter().all(|key| read.contains(key)), "an article finds itself");
    }
    if let Ok(text) = std::str::from_utf8(input)
        && let Ok(print) = text.parse::<Fingerprint>()
    {
        assert_eq!(print.to_string(), text);
    }
}

/// A verdict does not depend on the order of the pages, and all its figures are numbers.
pub fn verdict(input: &[u8]) {
    let mut choices = Unstructured::new(input);
    let Ok((first, second)) = side(&mut choices).and_then(|a| Ok((a, side(&mut choices)?))) else {
        return;
    };
    let relation = relate(&first, &second);
    let (there, back) = (relation.comparison, second.compare(&first));
    assert_eq!((there.verdict, there.score), (back.verdict, back.score));
    let mirrored = back.sides.map(|[b, a]| [a, b]);
    assert_eq!(there.sides, mirrored);
    let in_bounds = |share: f64| (0.0..=1.0).contains(&share);
    assert!(in_bounds(there.score));
    assert!(there.evidence.iter().all(|evidence| evidence.value.is_finite()));
    assert!(relation.changes.iter().all(|change| in_bounds(change.share)));
    if let (Some(a), Some(b)) = (&first.fingerprint, &second.fingerprint) {
        assert!(in_bounds(Likeness::new(a, b).coverage()));
        assert!(there.verdict <= compare(a, b).verdict, "one site only raises the limits");
        assert_ne!(there.verdict, Verdict::Unknown);
    } else {
        assert_eq!(there.verdict, Verdict::Unknown);
    }
    let of = |a: &ArticleRecord, b: &ArticleRecord| original(&a.metadata, &b.metadata, None);
    let (there, back) = (of(&first, &second), of(&second, &first));
    assert_eq!(there.confidence, back.confidence);
}

/// A fingerprint from the next bytes, or from the next text, and other facts of its article.
fn side(choices: &mut Unstructured) -> Result<ArticleRecord> {
    let length = usize::from(choices.arbitrary::<u16>()?).min(choices.len());
    let bytes = choices.bytes(length)?;
    let fingerprint = match Fingerprint::from_bytes(bytes) {
        Ok(print) => Some(print),
        Err(_) => Fingerprint::new("", &String::from_utf8_lossy(bytes)),
    };
    let metadata = Metadata::try_from_fn(|_| choices.arbitrary())?;
    Ok(ArticleRecord::new(fingerprint, metadata))
}
