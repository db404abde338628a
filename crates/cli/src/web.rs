//! Fetches pages, feeds and archives from the web, within limits of time.

use crate::failure::Failure;
use crate::packed::Stream;
use std::path::Path;

/// Whether a path is an address of the web.
pub fn is_address(path: &Path) -> bool {
    let path = path.as_os_str().as_encoded_bytes();
    let begins = |scheme: &[u8]| {
        let start = path.get(..scheme.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    };
    begins(b"http://") || begins(b"https://")
}

/// The response of a server.
pub struct Answer {
    /// The final address, after redirects.
    pub url: String,
    pub content_type: Option<String>,
    /// The bytes of the body, with HTTP's compression removed; reading them can fail as fetching can.
    pub body: Stream<'static>,
}

/// Fetches addresses. Clones share their connections.
#[derive(Debug, Clone)]
pub struct Web {
    #[cfg(feature = "web")]
    agent: ureq::Agent,
}

#[cfg(feature = "web")]
impl Web {
    /// A response must end within `seconds`. Larger: slow servers get more time.
    pub fn new(seconds: u32) -> Web {
        let config = ureq::Agent::config_builder()
            .timeout_global(Some(std::time::Duration::from_secs(seconds.into())))
            .user_agent(concat!("offprint/", env!("CARGO_PKG_VERSION")))
            .accept("text/html,application/xhtml+xml,*/*;q=0.5")
            .build();
        Web {
            agent: config.into(),
        }
    }

    /// Fetches an address and follows redirects.
    ///
    /// # Errors
    /// Fails if no response comes, or its status is not a success.
    pub fn ask(&self, url: &str) -> Result<Answer, Failure> {
        use ureq::ResponseExt;
        let asked = self.agent.get(url).call();
        let answer = asked.map_err(|error| Failure::unfetched(&error, url))?;
        let content_type = answer.headers().get("content-type");
        Ok(Answer {
            url: answer.get_uri().to_string(),
            content_type: content_type.and_then(|value| Some(value.to_str().ok()?.to_owned())),
            body: Box::new(answer.into_body().into_reader()),
        })
    }
}

#[cfg(not(feature = "web"))]
impl Web {
    pub fn new(_: u32) -> Web {
        Web {}
    }

    pub fn ask(&self, url: &str) -> Result<Answer, Failure> {
        Err(Failure::absent("web", url))
    }
}
