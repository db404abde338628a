//! What the operator sets.

use super::classify::Agents;
use super::gateway::Gateway;
use super::policy::Policy;
use super::privacy::SessionCookies;
use super::standing::Addresses;

/// What the operator sets. The default is right for every site: pages are annotated, any cookie is
/// personal, and there is no gateway.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// What each kind of client gets.
    pub policy: Policy,
    /// Whom the operator knows.
    pub agents: Agents,
    /// Which hosts and parameters are the site's own.
    pub addresses: Addresses,
    /// Cookies that make a page personal.
    pub cookies: SessionCookies,
    /// Whether all is forwarded untouched, and what would have been done is only told.
    pub dry_run: bool,
    /// The crawl gateway, if there is one.
    pub gateway: Option<Gateway>,
}
