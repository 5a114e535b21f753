//! The browser: transport, timers, streams, the panic hook.
