//! How the system asks the program to end: by SIGTERM or SIGINT, and by Ctrl-C on systems without signals.
//!
//! The first time the service drains. The second time the process ends at once.

use std::io;
use std::time::Duration;

use crate::log;

/// Ready at the first request to stop; from then on, the next one ends the process.
pub fn requested() -> io::Result<impl Future<Output = ()>> {
    let mut requests = Requests::listen()?;
    Ok(async move {
        requests.next().await;
        tokio::spawn(async move {
            requests.next().await;
            log::line(format_args!("stopped at once"));
            log::finish(Duration::from_millis(50));
            std::process::exit(1);
        });
    })
}

#[cfg(unix)]
struct Requests {
    term: tokio::signal::unix::Signal,
    int: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Requests {
    fn listen() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self { term: signal(SignalKind::terminate())?, int: signal(SignalKind::interrupt())? })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.term.recv() => {}
            _ = self.int.recv() => {}
        }
    }
}

#[cfg(not(unix))]
struct Requests;

#[cfg(not(unix))]
impl Requests {
    fn listen() -> io::Result<Self> {
        Ok(Self)
    }

    async fn next(&mut self) {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
