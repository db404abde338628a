//! Fetches pages, feeds and archives from the web, within limits of time.

use crate::failure::Failure;
use crate::raw_input::RawInput;
use std::path::Path;

/// Whether a path is an address of the web.
pub fn is_address(path: &Path) -> bool {
    let path = path.as_os_str().as_encoded_bytes();
    ["http://", "https://"].iter().any(|scheme| {
        let start = path.get(..scheme.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(scheme.as_bytes()))
    })
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
        let agent = config.into();
        Web { agent }
    }

    /// Fetches an address and follows redirects; the address of the result is the final one.
    ///
    /// # Errors
    /// Fails if no response comes, or its status is not a success.
    pub fn fetch(&self, asked: &str) -> Result<RawInput, Failure> {
        use ureq::ResponseExt;
        let response = self.agent.get(asked).call().map_err(|error| Failure::unfetched(&error, asked))?;
        let content_type =
            response.headers().get("content-type").and_then(|value| Some(value.to_str().ok()?.to_owned()));
        let url = Some(response.get_uri().to_string());
        // HTTP's compression is removed; reading can fail as fetching can.
        let body = Box::new(response.into_body().into_reader());
        let mut raw = RawInput::stream(asked, Path::new(asked), body);
        (raw.url, raw.content_type) = (url, content_type);
        Ok(raw)
    }
}

#[cfg(not(feature = "web"))]
impl Web {
    pub fn new(_: u32) -> Web {
        Web {}
    }

    pub fn fetch(&self, url: &str) -> Result<RawInput, Failure> {
        Err(Failure::absent("web", url))
    }
}
