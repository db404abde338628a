//! Reading and writing the bytes of a fingerprint, see [the layout](super).

use super::packed::{Cut, put_samples, put_varint, sample_bytes, samples, take, take_varint, whole_number};
use super::sizes::{MAX_CODES, MIN_SHINGLES};
use super::{CONTEXT_BITS, Fingerprint, HASH_BITS, KEY_RUNS, MAX_UNCERTAIN, Sample, VERSION, most_samples, uncertain};
use crate::error::Error;
use crate::text::Script;

/// Writes a fingerprint.
pub fn write(fingerprint: &Fingerprint) -> Vec<u8> {
    let flags = u8::from(fingerprint.headline.is_some()) << 4
        | u8::from(fingerprint.gated) << 5
        | u8::from(fingerprint.is_notice) << 6;
    let mut out = vec![VERSION, fingerprint.script as u8 | flags];
    if let Some(headline) = fingerprint.headline {
        out.extend_from_slice(&headline.to_be_bytes());
    }
    put_varint(&mut out, fingerprint.length);
    put_varint(&mut out, fingerprint.distinct);
    if let Some(cut) = fingerprint.cut {
        cut.put(&mut out);
    }
    out.push(fingerprint.codes.len() as u8);
    for code in &fingerprint.codes {
        out.extend_from_slice(&code.to_be_bytes());
    }
    for key in &fingerprint.keys {
        out.extend_from_slice(&key.to_be_bytes()[3..]);
    }
    put_varint(&mut out, fingerprint.samples.len() as u32);
    let samples = fingerprint.samples.iter().map(|sample| {
        let context = u64::from(sample.hash) << CONTEXT_BITS | u64::from(sample.context);
        context << 1 | u64::from(sample.has_fact)
    });
    put_samples(&mut out, &samples.collect::<Vec<_>>());
    put_uncertain(&mut out, &fingerprint.samples);
    out
}

pub fn put_uncertain(out: &mut Vec<u8>, samples: &[Sample]) {
    let uncertain = uncertain(samples);
    put_varint(out, uncertain.len() as u32);
    let mut end = 0;
    for stretch in uncertain {
        put_varint(out, (stretch.start - end) as u32);
        put_varint(out, stretch.len() as u32);
        end = stretch.end;
    }
}

/// Reads a fingerprint, including bytes that [`write`] would write differently.
pub fn read(bytes: &[u8]) -> Result<Fingerprint, Error> {
    let cut_short = Error::FingerprintLength { expected: None, got: bytes.len() };
    let (&version, rest) = bytes.split_first().ok_or(cut_short)?;
    if version != VERSION {
        return Err(Error::FingerprintVersion { got: version });
    }
    let (&header, mut rest) = rest.split_first().ok_or(cut_short)?;
    let script = Script::from_code(header & 15).ok_or(Error::FingerprintCorrupt)?;
    let headline = if header & 16 != 0 { Some(u16::from_be_bytes(*take(&mut rest, cut_short)?)) } else { None };
    let length = take_varint(&mut rest, cut_short)?;
    let distinct = take_varint(&mut rest, cut_short)?;
    let cut = if distinct > most_samples(distinct) { Some(Cut::take(&mut rest, cut_short)?) } else { None };
    let &[count] = take(&mut rest, cut_short)?;
    let (codes, mut rest) = rest.split_at_checked(2 * usize::from(count)).ok_or(cut_short)?;
    let codes = codes.as_chunks().0.iter().map(|&code| u16::from_be_bytes(code)).collect();
    let key_bytes: &[u8; 5 * KEY_RUNS] = take(&mut rest, cut_short)?;
    let keys = key_bytes.as_chunks::<5>().0.iter().map(|key| whole_number(key)).collect();
    let mut samples = take_samples(&mut rest, bytes.len(), most_samples(distinct), cut_short)?;
    take_uncertain(&mut rest, &mut samples, cut_short)?;
    if !rest.is_empty() {
        return Err(Error::FingerprintLength { expected: Some(bytes.len() - rest.len()), got: bytes.len() });
    }
    let fingerprint = Fingerprint {
        script,
        headline,
        is_notice: header & 64 != 0,
        gated: header & 32 != 0,
        length,
        distinct,
        cut,
        codes,
        keys,
        samples,
    };
    let kept = match cut {
        None => fingerprint.samples.len() == distinct as usize,
        Some(cut) => cut.is_valid(),
    };
    let valid = kept
        && (headline.is_some() || !fingerprint.is_notice)
        && distinct as usize >= MIN_SHINGLES
        && fingerprint.codes.len() <= MAX_CODES
        && fingerprint.codes.is_sorted_by(|a, b| a < b);
    valid.then_some(fingerprint).ok_or(Error::FingerprintCorrupt)
}

fn sample(bits: u64) -> Sample {
    Sample {
        hash: (bits >> (CONTEXT_BITS + 1)) as u16 & ((1 << HASH_BITS) - 1),
        context: (bits >> 1) as u8 & ((1 << CONTEXT_BITS) - 1),
        has_fact: bits & 1 == 1,
        is_uncertain: false,
    }
}

/// Reads at most `most` samples of a fingerprint with this many bytes.
fn take_samples(rest: &mut &[u8], length: usize, most: u32, cut_short: Error) -> Result<Vec<Sample>, Error> {
    let count = take_varint(rest, cut_short)?;
    // Checked first: the size of this many samples could overflow on a 32-bit machine.
    if count > most {
        return Err(Error::FingerprintCorrupt);
    }
    let expected = sample_bytes(count as usize);
    let too_short =
        Error::FingerprintLength { expected: Some((length - rest.len()).saturating_add(expected)), got: length };
    let (in_pairs, after) = rest.split_at_checked(expected).ok_or(too_short)?;
    *rest = after;
    Ok(samples(in_pairs).map(sample).collect())
}

fn take_uncertain(rest: &mut &[u8], samples: &mut [Sample], cut_short: Error) -> Result<(), Error> {
    let count = take_varint(rest, cut_short)?;
    if count > MAX_UNCERTAIN as u32 {
        return Err(Error::FingerprintCorrupt);
    }
    let mut ahead = samples;
    for _ in 0..count {
        let before = take_varint(rest, cut_short)?;
        let uncertain = take_varint(rest, cut_short)?;
        let stretch;
        (stretch, ahead) = std::mem::take(&mut ahead)
            .get_mut(before as usize..)
            .and_then(|after| after.split_at_mut_checked(uncertain as usize))
            .ok_or(Error::FingerprintCorrupt)?;
        for sample in stretch {
            sample.is_uncertain = true;
        }
    }
    Ok(())
}
