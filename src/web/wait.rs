//! Asks about a running scan until it has completed.

use crate::client::failure::ErrorKind;
use crate::client::options::WaitOptions;
use crate::client::server_message::{clean, scrubbed};
use crate::client::wait::{Pauses, expired};
use crate::findings::Scan;
use crate::web::call::Call;
use crate::web::clock;
use crate::web::events::tell;
use crate::web::fault::CallFault;
use crate::web::host;
use crate::web::open::open;
use crate::web::promised::Promised;
use crate::web::stop::{Bounds, Deadlines, Stop};
use crate::web::tally::Tally;
use crate::web::timer::Timer;
use crate::wire::params::Checked;
use js_sys::Function;
use std::future::pending;
use wasm_bindgen::JsValue;

/// Longest status that an error repeats.
const MAX_STATUS: usize = 128;

/// A wait under way.
struct Waiting {
    pauses: Pauses,
    until: Deadlines,
    on_status: Option<Function>,
    /// The last status, not yet redacted: a token that a later request uses must be redacted in it too.
    last_status: Option<String>,
}

/// Opens the scan again and again, with growing pauses, until it is complete or the wait is over.
pub async fn wait_for(
    call: &mut Call,
    checked: &Checked,
    wait: &WaitOptions,
    on_status: Option<Function>,
) -> Result<Scan, CallFault> {
    let pauses = Pauses::new(wait.interval_ms, wait.max_interval_ms, wait.max_wait_ms, clock::monotonic_ms());
    let until = Deadlines::of(Timer::start(wait.max_wait_ms));
    let mut waiting = Waiting { pauses, until, on_status, last_status: None };
    call.progress.hold();
    let ended = loop {
        match open(call, checked, Some(&waiting.until)).await {
            Ok(scan) if scan.complete() => break Ok(scan),
            Ok(scan) => {
                if let Err(fault) = waiting.learn(scan.status(), &call.stop) {
                    break Err(fault);
                }
            }
            Err(fault) if waiting.outlasts(&fault) => {}
            Err(fault) => break Err(fault),
        }
        if let Err(fault) = waiting.pause(&call.stop).await {
            break Err(fault);
        }
    };
    let ended = ended.and_then(|scan| call.progress.release().map(|()| scan));
    // A call that a callback ended stays ended, whatever the callback threw afterwards.
    let ended = call.stop.check().and(ended);
    ended.map_err(|fault| call.tally.complete(waiting.explain(fault, &call.tally), call.operation))
}

impl Waiting {
    /// Tells how the scan stands, and remembers it.
    fn learn(&mut self, status: &str, stop: &Stop) -> Result<(), CallFault> {
        if let Some(callback) = &self.on_status {
            tell(callback, &JsValue::from_str(status), stop)?;
        }
        // Redacted only at the end: not all tokens are known before, and redacting twice may cut one in two.
        self.last_status = Some(status.to_owned());
        Ok(())
    }

    /// Whether the wait goes on after this: a connection that is lost meanwhile comes back, and the pause lasts until then.
    fn outlasts(&self, fault: &CallFault) -> bool {
        self.last_status.is_some() && fault.is(ErrorKind::Network) && !host::is_online()
    }

    /// Pauses, and stays paused while the page is hidden or offline.
    async fn pause(&mut self, stop: &Stop) -> Result<(), CallFault> {
        let bounds = Bounds { stop, deadlines: &self.until };
        let Some(pause) = self.pauses.next(clock::monotonic_ms(), clock::chance()) else {
            // The wait is over first, whether or not the page is hidden meanwhile.
            return bounds.guard(pending()).await;
        };
        bounds.guard(Timer::start(pause)).await?;
        let awake = host::when_awake();
        let waited = bounds.guard(Promised::of(&awake)).await;
        host::stop_resource(&awake);
        waited?.map(|_| ()).map_err(CallFault::Thrown)
    }

    /// What ended the wait, with what is known of the scan.
    fn explain(self, fault: CallFault, tally: &Tally) -> CallFault {
        // Simulated timers fire while the clock stands.
        let is_over = self.until.have_passed() || self.pauses.are_over(clock::monotonic_ms());
        let is_end = is_over && fault.is(ErrorKind::Timeout);
        let fault = if is_end { expired(self.last_status.as_deref()).into() } else { fault };
        let shown = |status: String| clean(&scrubbed(&status, &tally.tokens()), MAX_STATUS);
        with_status(fault, self.last_status.map(shown))
    }
}

/// Adds what the scan said last, whatever ended the wait.
fn with_status(fault: CallFault, last_status: Option<String>) -> CallFault {
    fault.change(|failure| failure.last_status = last_status)
}
