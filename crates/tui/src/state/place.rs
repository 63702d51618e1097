//! Where a user stands: the view, and the pane in it that keys go to.

/// What is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum View {
    Explore,
    Timeline,
    Server,
    Auth,
    Log,
    Servers,
    Inbox,
}

impl View {
    /// Those with a number, in its order.
    pub(crate) const NUMBERED: [View; 6] =
        [View::Explore, View::Timeline, View::Server, View::Auth, View::Log, View::Servers];

    pub(crate) fn title(self) -> &'static str {
        match self {
            View::Explore => "Explore",
            View::Timeline => "Timeline",
            View::Server => "Server",
            View::Auth => "Auth",
            View::Log => "Log",
            View::Servers => "Servers",
            View::Inbox => "Inbox",
        }
    }

    /// Its panes, in the order of Tab.
    pub(crate) fn panes(self) -> &'static [Focus] {
        match self {
            View::Explore => &[Focus::Tree, Focus::Form, Focus::Result, Focus::Strip],
            View::Timeline => &[Focus::Rows, Focus::Detail],
            View::Server => &[Focus::Page],
            View::Auth => &[Focus::AuthRows, Focus::AuthDetail],
            View::Log => &[Focus::LogRows, Focus::LogDetail],
            View::Servers => &[Focus::ServerList, Focus::ServerDetail],
            View::Inbox => &[Focus::AskList, Focus::AskText, Focus::AskForm],
        }
    }
}

/// The pane that keys go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Focus {
    Tree,
    Form,
    Result,
    Strip,
    Rows,
    Detail,
    Page,
    AuthRows,
    AuthDetail,
    LogRows,
    LogDetail,
    ServerList,
    ServerDetail,
    AskList,
    AskText,
    AskForm,
}

/// What can be looked for in a pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sought {
    /// Rows, by a filter.
    Rows,
    /// A line, by what it says.
    Line,
    /// A text.
    Text,
    Nothing,
}

impl Focus {
    /// What can be looked for in it.
    pub(crate) fn sought(self) -> Sought {
        match self {
            Focus::Tree | Focus::Strip | Focus::Rows | Focus::AuthRows | Focus::LogRows => Sought::Rows,
            Focus::Result
            | Focus::Detail
            | Focus::Page
            | Focus::AuthDetail
            | Focus::LogDetail
            | Focus::AskText
            | Focus::ServerDetail => Sought::Text,
            Focus::ServerList | Focus::AskList => Sought::Line,
            Focus::Form | Focus::AskForm => Sought::Nothing,
        }
    }
}
