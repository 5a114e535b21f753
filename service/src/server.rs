//! Puts the service on a socket: connections with limits, and an orderly end.
//!
//! The end: stop accepting, and let requests under way finish within the drain time. What asks for it is in `stop`.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_io_timeout::TimeoutStream;

use crate::limits::Limits;
use crate::log;

/// Pause after `accept` fails, for example for want of file descriptors.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Serves until `stop` is ready, then drains. Says whether every connection ended by itself.
pub async fn serve(listener: TcpListener, service: Router, limits: &Limits, stop: impl Future<Output = ()>) -> bool {
    let slots = Arc::new(Semaphore::new(limits.connections));
    let graceful = GracefulShutdown::new();
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = tokio::select! {
            biased;
            () = &mut stop => break,
            accepted = accept(&listener, &slots) => accepted,
        };
        match accepted {
            Ok((socket, slot)) => spawn(socket, slot, service.clone(), limits, &graceful),
            Err(error) => {
                log::line(format_args!("accept: {error}"));
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
    drop(listener);
    tokio::time::timeout(limits.drain, graceful.shutdown()).await.is_ok()
}

/// Waits for a free slot first, so that connections beyond the limit stay in the listener's queue.
async fn accept(listener: &TcpListener, slots: &Arc<Semaphore>) -> io::Result<(TcpStream, OwnedSemaphorePermit)> {
    let slot = slots.clone().acquire_owned().await.map_err(io::Error::other)?;
    let (socket, _) = listener.accept().await?;
    Ok((socket, slot))
}

fn spawn(socket: TcpStream, slot: OwnedSemaphorePermit, service: Router, limits: &Limits, graceful: &GracefulShutdown) {
    // Answers are written whole; waiting for more to send would only delay them.
    let _ = socket.set_nodelay(true);
    let mut socket = TimeoutStream::new(socket);
    socket.set_write_timeout(Some(limits.write_stall));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.header_time)
        .max_buf_size(limits.header_bytes)
        .max_header_size(limits.header_bytes)
        .max_headers(limits.headers)
        .serve_connection(TokioIo::new(Box::pin(socket)), TowerToHyperService::new(service));
    let connection = graceful.watch(connection);
    tokio::spawn(async move {
        // A connection that breaks is the client's affair; what it asked for has its own line in the log.
        let _ = connection.await;
        drop(slot);
    });
}
