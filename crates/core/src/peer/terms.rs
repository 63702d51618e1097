//! On which terms a session speaks with its server: in which revision, and what it offers.
//!
//! They can be chosen at any time and are in force from the next connection on, since a server that was
//! promised something at the handshake goes by it until the end.

use super::Peer;
use super::config::PeerConfig;
use crate::era::Versions;

/// On which terms a session speaks with its server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a wish of its own")]
pub struct Terms {
    /// Which revision to speak.
    pub versions: Versions,
    /// Whether `sampling/createMessage` is offered.
    pub sampling: bool,
    /// Whether `elicitation/create` is offered in form mode.
    pub elicitation_form: bool,
    /// Whether `elicitation/create` is offered in URL mode.
    pub elicitation_url: bool,
    /// Whether `roots/list` is offered.
    pub roots: bool,
    /// Whether somebody is asked for the roots each time, instead of showing those that are set.
    pub roots_on_demand: bool,
    /// Whether the extension for tasks is offered.
    pub tasks: bool,
    /// Whether the extension for skills is offered.
    pub skills: bool,
}

impl Terms {
    /// The terms of a configuration.
    pub fn of(config: &PeerConfig) -> Self {
        let offer = &config.offer;
        Terms {
            versions: config.versions,
            sampling: offer.sampling,
            elicitation_form: offer.elicitation_form,
            elicitation_url: offer.elicitation_url,
            roots: offer.roots.is_some() || offer.roots_on_demand,
            roots_on_demand: offer.roots_on_demand,
            tasks: offer.tasks,
            skills: offer.skills,
        }
    }
}

impl Peer {
    /// The terms of the connection at hand, or of the last one.
    pub fn terms_in_force(&self) -> Terms {
        Terms::of(&self.config)
    }

    /// The terms of the next connection.
    pub fn terms_chosen(&self) -> Terms {
        self.next_terms.unwrap_or_else(|| self.terms_in_force())
    }

    /// A connection begins: what was chosen is in force now.
    pub(super) fn adopt_terms(&mut self) {
        let Some(terms) = self.next_terms.take() else { return };
        self.config.versions = terms.versions;
        let offer = &mut self.config.offer;
        offer.sampling = terms.sampling;
        offer.elicitation_form = terms.elicitation_form;
        offer.elicitation_url = terms.elicitation_url;
        offer.tasks = terms.tasks;
        offer.skills = terms.skills;
        // Roots that are not offered are asked of nobody.
        offer.roots_on_demand = terms.roots && terms.roots_on_demand;
        // Whoever offers roots again means those that were shown before.
        let roots = offer.roots.take().unwrap_or_else(|| std::mem::take(&mut self.spare_roots));
        if terms.roots {
            offer.roots = Some(roots);
        } else {
            self.spare_roots = roots;
        }
    }
}
