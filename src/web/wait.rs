//! Asks about a running scan until it has completed.

use crate::client::failure::{ErrorKind, Failure};
use crate::client::options::WaitOptions;
use crate::client::wait::Pauses;
use crate::client::words::clean;
use crate::findings::Scan;
use crate::web::call::Call;
use crate::web::clock;
use crate::web::events::tell;
use crate::web::fault::Fault;
use crate::web::host;
use crate::web::open::open;
use crate::web::promised::Promised;
use crate::web::stop::{Deadlines, Stop};
use crate::web::timer::Timer;
use crate::wire::params::Checked;
use js_sys::Function;
use std::future::pending;
use wasm_bindgen::JsValue;

/// Longest status that an error repeats.
const MAX_STATUS: usize = 128;

/// How early a timer may fire: it counts whole milliseconds, on a clock of its own.
const EARLY_MS: f64 = 5.0;

/// Opens the scan again and again, with growing pauses, until it is complete or the wait is over.
pub async fn wait_for(
    call: &mut Call,
    checked: &Checked,
    wait: &WaitOptions,
    on_status: Option<Function>,
) -> Result<Scan, Fault> {
    let mut pauses = Pauses::new(wait.interval_ms, wait.max_interval_ms, wait.max_wait_ms, clock::monotonic_ms());
    let until = Deadlines::of(Timer::start(wait.max_wait_ms));
    let mut last_status = None;
    call.progress.hold();
    let ended = loop {
        match open(call, checked, Some(&until)).await {
            Ok(scan) if scan.complete() => break Ok(scan),
            Ok(scan) => {
                let told = on_status.as_ref().map(|callback| tell(callback, &JsValue::from_str(scan.status())));
                if let Some(Err(fault)) = told {
                    break Err(fault);
                }
                last_status = Some(clean(&call.tally.tokens().redact(scan.status()), MAX_STATUS));
            }
            // A connection that goes while it is waited for comes back; the pause below lasts until then.
            Err(fault) if last_status.is_some() && fault.is(ErrorKind::Network) && !host::is_online() => {}
            Err(fault) => break Err(fault),
        }
        let paused = match pauses.next(clock::monotonic_ms(), clock::chance()) {
            Some(pause) => sleep(pause, &call.stop, &until).await,
            // Whoever hides the page meanwhile changes nothing of that.
            None => call.stop.guard(pending(), &until).await,
        };
        if let Err(fault) = paused {
            break Err(fault);
        }
    };
    let ended = ended.and_then(|scan| call.progress.release().map(|()| scan));
    // What a callback ended is ended, whatever it threw afterwards.
    let ended = call.stop.check().and(ended);
    // The last timer may have fired early; simulated ones fire while the clock stands.
    let is_over = until.have_passed() || pauses.left(clock::monotonic_ms()) <= EARLY_MS;
    let ended = ended.map_err(|fault| if is_over { or_expired(fault, last_status.is_some()) } else { fault });
    ended.map_err(|fault| call.tally.complete(with_status(fault, last_status), call.operation))
}

/// Pauses, and stays paused while the page is hidden or offline.
async fn sleep(pause: f64, stop: &Stop, until: &Deadlines) -> Result<(), Fault> {
    stop.guard(Timer::start(pause), until).await?;
    let awake = host::when_awake();
    let waited = stop.guard(Promised::of(&awake), until).await;
    host::stopped(&awake);
    waited?.map(|_| ()).map_err(Fault::Thrown)
}

/// A timeout at the end of the wait is the end of the wait.
fn or_expired(fault: Fault, was_told: bool) -> Fault {
    if !fault.is(ErrorKind::Timeout) {
        return fault;
    }
    let hint = if was_told {
        "the scan has not completed: lastStatus is what it said last; wait again, or raise maxWaitMs"
    } else {
        "no answer said how the scan stands; wait again, or raise maxWaitMs"
    };
    let failure = Failure { retryable: true, ..Failure::new(ErrorKind::WaitExpired) };
    failure.with_hint(hint).into()
}

/// Whatever ends a wait, what the scan said last is known.
fn with_status(fault: Fault, last_status: Option<String>) -> Fault {
    match fault {
        Fault::Failed(failure, cause) => Fault::Failed(Box::new(Failure { last_status, ..*failure }), cause),
        thrown => thrown,
    }
}
