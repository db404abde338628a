//! Nobody can make the edge slow by a header: eight times the header takes about eight times the work.

use offprint_edge::{SessionCookies, SignedRequest, public_address, signature, to_origin};
use work::{assert_linear, filled, more_than_linear};

#[path = "../../../tests/common/work.rs"]
mod work;

#[test]
fn headers_are_read_in_linear_time() {
    for repeated in [
        "sig=(\"a\");",
        "(",
        "\"",
        "a=1; ",
        "W/\"fp1-0.s.a\", ",
        "https://",
        "&a=b",
        "%41",
    ] {
        assert_linear([more_than_linear(repeated, 20_000, |length| {
            let value = filled(repeated, length);
            let header = |name: &str| (name.to_owned(), value.clone());
            let request = SignedRequest {
                url: value.clone(),
                headers: ["signature-input", "signature", "signature-agent"]
                    .map(header)
                    .to_vec(),
                ..SignedRequest::default()
            };
            let _ = signature(&request);
            SessionCookies::new("sid, token*").any_in(&value);
            to_origin(&value);
            public_address(&value, Some(&value));
        })]);
    }
}
