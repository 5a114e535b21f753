//! A client as the browser holds it: its options, where its tokens come from, and what its calls share.

use crate::client::failure::ErrorKind;
use crate::client::known_teams::{KnownTeams, LogicalTime};
use crate::client::options::ClientOptions;
use crate::client::retry::Budget;
use crate::client::token::Slot;
use crate::web::fault::CallFault;
use crate::web::stop::Stop;
use crate::web::tokens::TokenSource;
use js_sys::Function;
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

/// A client: its options, and what its calls share.
pub struct Client {
    /// Checked options.
    pub options: ClientOptions,
    /// The API token's source and the git token's.
    pub tokens: [TokenSource; 2],
    /// How requests are sent.
    pub fetch: Function,
    /// Who is told about attempts.
    pub on_event: Option<Function>,
    /// Shared by all calls.
    pub budget: RefCell<Budget>,
    /// Calls under way.
    pub live: RefCell<Vec<Weak<Stop>>>,
    /// Whether it was disposed of.
    pub disposed: Cell<bool>,
    /// What a removal is compared with.
    pub teams: RefCell<KnownTeams>,
    moment: Cell<LogicalTime>,
}

impl Client {
    /// A client that has done nothing yet.
    pub fn new(
        options: ClientOptions,
        tokens: [TokenSource; 2],
        fetch: Function,
        on_event: Option<Function>,
    ) -> Client {
        Client {
            options,
            tokens,
            fetch,
            on_event,
            budget: RefCell::new(Budget::new()),
            live: RefCell::default(),
            disposed: Cell::new(false),
            teams: RefCell::default(),
            moment: Cell::new(0),
        }
    }

    /// The end switch of a new call.
    pub fn begin(&self) -> Rc<Stop> {
        let stop = Rc::new(Stop::default());
        if self.disposed.get() {
            stop.end(CallFault::of(ErrorKind::Disposed));
        }
        self.live.borrow_mut().push(Rc::downgrade(&stop));
        stop
    }

    /// Ends what is under way and refuses what follows.
    pub fn dispose(&self) {
        self.disposed.set(true);
        let live = std::mem::take(&mut *self.live.borrow_mut());
        for stop in live.iter().filter_map(Weak::upgrade) {
            stop.end(CallFault::of(ErrorKind::Disposed));
        }
    }

    /// The moment of something that happens now.
    pub fn next_moment(&self) -> LogicalTime {
        self.moment.update(|moment| moment + 1);
        self.moment.get()
    }

    /// Where the token of a slot comes from.
    pub fn source(&self, slot: Slot) -> &TokenSource {
        let [api, git] = &self.tokens;
        if slot == Slot::Api { api } else { git }
    }
}
