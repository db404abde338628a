//! Fetches pages, feeds and archives from the web, within limits of time.

use crate::failure::Failure;
use crate::source::Source;

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
        Web { agent: config.into() }
    }

    /// Fetches an address and follows redirects; the address of the result is the final one.
    ///
    /// # Errors
    /// Fails if no response comes, or its status is not a success.
    pub fn fetch(&self, asked: &str) -> Result<Source, Failure> {
        use ureq::ResponseExt;
        let response = self.agent.get(asked).call().map_err(|error| Failure::unfetched(&error, asked))?;
        let content_type =
            response.headers().get("content-type").and_then(|value| Some(value.to_str().ok()?.to_owned()));
        let url = Some(response.get_uri().to_string());
        // HTTP's compression is removed; reading can fail as fetching can.
        let body = Box::new(response.into_body().into_reader());
        Ok(Source { url, content_type, ..Source::stream(asked.to_owned(), asked.as_ref(), body) })
    }
}

#[cfg(not(feature = "web"))]
impl Web {
    pub fn new(_: u32) -> Web {
        Web {}
    }

    pub fn fetch(&self, url: &str) -> Result<Source, Failure> {
        Err(Failure::absent("web", url))
    }
}
