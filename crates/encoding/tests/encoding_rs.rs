//! Compares every charset with `encoding_rs`: whatever the bytes and however they are divided, the text is the same.

use offprint_encoding as ours;
use std::iter;

/// Each charset and the one it is compared with.
fn charsets() -> impl Iterator<Item = (&'static ours::Encoding, &'static encoding_rs::Encoding)> {
    ours::ALL.iter().map(|&encoding| {
        let label = encoding.name().as_bytes();
        let theirs = match encoding.name() {
            // It has no label of its own name.
            "replacement" => Some(encoding_rs::REPLACEMENT),
            _ => encoding_rs::Encoding::for_label(label),
        };
        (encoding, theirs.expect("the same charset"))
    })
}

/// Decodes in pieces, into pieces of a buffer with room for little more than one character.
fn in_pieces<'a>(decoder: &mut ours::Decoder, pieces: impl Iterator<Item = &'a [u8]>) -> (String, bool) {
    let (mut text, mut replaced) = (String::new(), false);
    let mut pieces = pieces.peekable();
    let mut buffer = "語".repeat(4);
    while let Some(mut piece) = pieces.next() {
        loop {
            let last = pieces.peek().is_none();
            let (result, read, written, errors) = decoder.decode_to_str(piece, &mut buffer, last);
            text.push_str(&buffer[..written]);
            assert!(std::str::from_utf8(buffer.as_bytes()).is_ok());
            replaced |= errors;
            piece = &piece[read..];
            if result == ours::CoderResult::InputEmpty {
                assert!(piece.is_empty());
                break;
            }
        }
    }
    (text, replaced)
}

/// Pseudo-random numbers, the same in each run.
fn random() -> impl FnMut(usize) -> usize {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    move |below| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 16) as usize % below
    }
}

#[test]
fn labels_and_properties_are_the_same() {
    for (ours, theirs) in charsets() {
        assert_eq!(ours.name(), theirs.name());
        assert_eq!(ours.is_single_byte(), theirs.is_single_byte());
        assert_eq!(ours.is_ascii_compatible(), theirs.is_ascii_compatible());
        assert_eq!(ours.output_encoding().name(), theirs.output_encoding().name());
        for label in ours.labels() {
            let shouted = format!("\t{} \n", label.to_uppercase());
            for label in [label, &shouted] {
                let known = encoding_rs::Encoding::for_label(label.as_bytes());
                assert_eq!(known.map(|known| known.name()), Some(ours.name()), "{label}");
                assert_eq!(ours::Encoding::for_label(label.as_bytes()), Some(ours), "{label}");
            }
        }
    }
    let labels: usize = ours::ALL.iter().map(|encoding| encoding.labels().count()).sum();
    assert_eq!((ours::ALL.len(), labels), (40, 228), "as many as the standard has");
    for unknown in [&b""[..], b" ", b"utf-8 utf8", b"utf-80", b"\xFF", b"iso 8859-1"] {
        assert_eq!(ours::Encoding::for_label(unknown), None);
        assert_eq!(encoding_rs::Encoding::for_label(unknown), None);
    }
    assert_eq!(ours::Encoding::for_label_no_replacement(b"hz-gb-2312"), None);
}

#[test]
fn every_one_and_two_bytes_are_decoded_alike() {
    for (ours, theirs) in charsets() {
        let ends: &[&[u8]] = &[b"", b"A", b"\xA4\xA4"];
        let two = (0..=u16::MAX).map(|unit| unit.to_be_bytes().to_vec());
        let one = (0..=u8::MAX).map(|byte| vec![byte]);
        for start in one.chain(two) {
            for end in ends {
                let bytes = [&start[..], end].concat();
                let (expected, errors) = theirs.decode_without_bom_handling(&bytes);
                let (text, replaced) = ours.decode_without_bom_handling(&bytes);
                assert_eq!(text, expected, "{} {bytes:X?}", ours.name());
                assert_eq!(replaced, errors, "{} {bytes:X?}", ours.name());
            }
        }
    }
}

#[test]
fn every_four_bytes_of_gb18030_are_decoded_alike() {
    let digits = b'0'..=b'9';
    let letters = 0x81..=0xFE_u8;
    for a in letters.clone() {
        let mut bytes = Vec::new();
        for b in digits.clone() {
            for c in letters.clone() {
                bytes.extend(digits.clone().flat_map(|d| [a, b, c, d]));
            }
        }
        let (expected, _) = encoding_rs::GB18030.decode_without_bom_handling(&bytes);
        let (text, _) = ours::GB18030.decode_without_bom_handling(&bytes);
        assert!(text == expected, "after {a:X}");
    }
}

#[test]
fn every_three_bytes_of_euc_jp_are_decoded_alike() {
    for a in 0..=u8::MAX {
        let bytes: Vec<u8> = (0..=u8::MAX).flat_map(|b| [0x8F, a, b, b'.']).collect();
        let (expected, _) = encoding_rs::EUC_JP.decode_without_bom_handling(&bytes);
        let (text, _) = ours::EUC_JP.decode_without_bom_handling(&bytes);
        assert_eq!(text, expected, "after 8F {a:X}");
    }
}

#[test]
fn every_pair_is_decoded_alike_after_each_shift_of_iso_2022_jp() {
    for shift in [&b"(B"[..], b"(J", b"(I", b"$@", b"$B", b"(", b"$", b"(X", b""] {
        for pair in 0..=u16::MAX {
            let bytes = [b"\x1B", shift, &pair.to_be_bytes()].concat();
            let (expected, _) = encoding_rs::ISO_2022_JP.decode_without_bom_handling(&bytes);
            let (text, _) = ours::ISO_2022_JP.decode_without_bom_handling(&bytes);
            assert_eq!(text, expected, "{bytes:X?}");
        }
    }
}

#[test]
fn random_bytes_are_decoded_alike_in_any_pieces() {
    let mut random = random();
    // Bytes with a special meaning in some charset occur more often than others.
    let favored = b"A0<(BJI$@\x1B\x80\x81\x88\x8E\x8F\x98\xA1\xB0\xD8\xDC\xE3\xED\xF0\xFE\xFF\xEF\xBB\xBF\x62\xA3";
    for (ours, theirs) in charsets() {
        for _ in 0..600 {
            let mut byte = || match random(3) {
                0 => random(256) as u8,
                _ => favored[random(favored.len())],
            };
            let length = byte() as usize % 64;
            let bytes: Vec<u8> = iter::repeat_with(byte).take(length).collect();
            let context = format!("{} {bytes:X?}", ours.name());
            let (expected, errors) = theirs.decode_without_bom_handling(&bytes);
            let expected = (expected.into_owned(), errors);

            let decoder = || ours.new_decoder_without_bom_handling();
            let whole = in_pieces(&mut decoder(), iter::once(&bytes[..]));
            assert_eq!(whole, expected, "{context}");
            let bytewise = bytes.chunks(1).chain([&[][..]]);
            assert_eq!(in_pieces(&mut decoder(), bytewise), expected, "{context}");
            let (head, tail) = bytes.split_at(random(length + 1));
            assert_eq!(in_pieces(&mut decoder(), [head, tail].into_iter()), expected, "{context}");

            let (unmarked, _) = theirs.decode_with_bom_removal(&bytes);
            let mut decoder = ours.new_decoder_with_bom_removal();
            let (text, _) = in_pieces(&mut decoder, bytes.chunks(1).chain([&[][..]]));
            assert_eq!(text, unmarked, "{context}");

            let (sniffed, found, _) = theirs.decode(&bytes);
            let (text, charset, _) = ours.decode(&bytes);
            assert_eq!((&text, charset.name()), (&sniffed, found.name()), "{context}");
        }
    }
}

#[test]
fn a_decoder_says_whether_a_character_is_half_read() {
    let mut decoder = ours::UTF_8.new_decoder_without_bom_handling();
    let mut out = [0; 8];
    assert_eq!(decoder.latin1_byte_compatible_up_to(b"ab\xC3"), Some(2));
    let _ = decoder.decode_to_utf8(b"\xC3", &mut out, false);
    assert_eq!(decoder.latin1_byte_compatible_up_to(b"ab"), None);
    let (_, read, written, _) = decoder.decode_to_utf8(b"\xA9", &mut out, false);
    assert_eq!((read, &out[..written]), (1, "é".as_bytes()));
    assert_eq!(decoder.latin1_byte_compatible_up_to(b""), Some(0));
    let marked = ours::UTF_8.new_decoder_with_bom_removal();
    assert_eq!(marked.latin1_byte_compatible_up_to(b""), None);
}

#[test]
fn ascii_is_counted_up_to_the_first_other_byte() {
    for at in 0..70 {
        let mut bytes = [b'a'; 70];
        assert_eq!(ours::Encoding::ascii_valid_up_to(&bytes), 70);
        bytes[at] = 0x80;
        assert_eq!(ours::Encoding::ascii_valid_up_to(&bytes), at);
    }
}

#[test]
fn text_is_encoded_as_utf_8_or_by_references() {
    let text = "a语é";
    let encode = |encoding: &'static ours::Encoding| {
        let (bytes, output, replaced) = encoding.encode(text);
        (String::from_utf8(bytes.into_owned()).unwrap(), output.name(), replaced)
    };
    assert_eq!(encode(ours::UTF_8), (text.into(), "UTF-8", false));
    assert_eq!(encode(ours::UTF_16LE), (text.into(), "UTF-8", false));
    let references = "a&#35821;&#233;";
    assert_eq!(encode(ours::GBK), (references.into(), "GBK", true));

    let mut encoder = ours::GBK.new_encoder();
    assert!(!encoder.has_pending_state());
    let (mut encoded, mut rest) = (Vec::new(), text);
    while !rest.is_empty() {
        let mut out = [0; 8];
        let (_, read, written, _) = encoder.encode_from_utf8(rest, &mut out, true);
        assert!(read > 0, "no progress in {rest}");
        encoded.extend_from_slice(&out[..written]);
        rest = &rest[read..];
    }
    assert_eq!(encoded, references.as_bytes());
}
