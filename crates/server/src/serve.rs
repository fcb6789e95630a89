//! Starts the server, accepts connections, and ends them when the server stops.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Body;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpListener;
use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio_io_timeout::TimeoutStream;

use crate::client::network;
use crate::connections::Connections;
use crate::games::Games;
use crate::guard::Guard;
use crate::jobs::Jobs;
use crate::keys::Keys;
use crate::metrics::Metrics;
use crate::pool::Pool;
use crate::store::Store;
use crate::streams::Streams;
use crate::{App, Options, ServeError, docs, random, routes};

/// How long a server that stops waits for its threads.
const RELEASE: Duration = Duration::from_secs(2);
/// How long a server that stops waits for the first request of a connection.
const FIRST: Duration = Duration::from_millis(100);

/// Serves until `stop` is ready. `ready` gets the address to open, with the token if one is needed.
///
/// # Errors
/// When the address or a directory of the options cannot be used.
pub async fn serve(
    mut options: Options,
    ready: impl FnOnce(&str),
    stop: impl Future<Output = ()>,
) -> Result<(), ServeError> {
    if let Some(path) = &options.docs {
        let failed = |error| ServeError::Docs { path: path.clone(), error };
        options.docs = Some(docs::site(path).map_err(failed)?);
    }
    let listening = |error| ServeError::Listen { address: options.address, error };
    let listener = TcpListener::bind(options.address).await.map_err(listening)?;
    let address = listener.local_addr()?;
    let is_local = address.ip().is_loopback();
    let token = (!is_local).then(random::secret);
    let url = match &token {
        None => format!("http://{address}/"),
        Some(token) => format!("http://{address}/#token={token}"),
    };
    let (limits, state) = (options.limits, options.state.clone());
    // On loopback, or behind a proxy, all clients have one address.
    let is_shared = is_local || !options.trusted_proxies.is_empty();
    let most_of_address =
        if is_shared { limits.connections } else { (limits.connections / 2).max(1) };
    let store = Arc::new(Store::open(state.as_deref())?);
    let app = Arc::new(App {
        hosts: hosts(address, &options.allowed_hosts),
        games: Games::open(store.clone()),
        store,
        jobs: Jobs::default(),
        keys: Keys::default(),
        calls: Pool::new("call", limits.queue)?,
        lines: Pool::new("lines", limits.lines_queue)?,
        // Each game has at most one turn, so the limit on games bounds them.
        agents: Pool::new("agent", usize::MAX)?,
        background: Pool::new("job", usize::MAX)?,
        comparisons: Pool::one_at_a_time("comparison")?,
        streams: Arc::new(Streams::new(limits.streams.min(limits.connections / 2))),
        connections: Arc::new(Connections::new(limits.connections, most_of_address)),
        metrics: Metrics::default(),
        guard: Guard::new(token),
        runtime: Handle::current(),
        bye: watch::channel(false).0,
        options,
    });
    Jobs::start(&app);
    ready(&url);
    tokio::pin!(stop);
    loop {
        let accepted = tokio::select! {
            () = &mut stop => break,
            accepted = listener.accept() => accepted,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(_) => {
                // Usually out of file descriptors: connections that end give some back.
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        // Too many connections, and all are at work: this one is closed at once.
        let Some(connection) = app.connections.add(network(peer.ip())) else { continue };
        let connection = Arc::new(connection);
        let _ = stream.set_nodelay(true);
        let app = app.clone();
        tokio::spawn(async move {
            let service = service_fn(|request: hyper::Request<hyper::body::Incoming>| {
                let (app, mut request) = (app.clone(), request.map(Body::new));
                request.extensions_mut().insert(connection.clone());
                async move {
                    Ok::<_, std::convert::Infallible>(routes::handle(app, peer, request).await)
                }
            });
            let mut builder = http1::Builder::new();
            builder
                .timer(TokioTimer::new())
                .header_read_timeout(limits.header_time)
                .max_buf_size(limits.headers.max(8 << 10));
            // Who does not read what is sent must not keep the connection.
            let mut stream = TimeoutStream::new(stream);
            stream.set_write_timeout(Some(limits.write_time));
            let served = builder.serve_connection(TokioIo::new(Box::pin(stream)), service);
            tokio::pin!(served);
            // Errors are those of clients that went away.
            tokio::select! {
                _ = &mut served => {}
                () = connection.ended() => {}
                () = app.closing() => {
                    served.as_mut().graceful_shutdown();
                    // Hyper waits for the first request of a connection, which may never come.
                    let ended = tokio::time::timeout(FIRST, served.as_mut()).await;
                    if ended.is_err() && connection.has_asked() {
                        let _ = served.await;
                    }
                }
            }
        });
    }
    // Clients whose connections are not accepted yet are refused at once.
    drop(listener);
    app.bye.send_replace(true);
    app.jobs.close();
    for pool in [&app.agents, &app.background, &app.comparisons] {
        pool.close();
    }
    let wait = async |time: Duration, is_over: &dyn Fn() -> bool| {
        let began = Instant::now();
        while !is_over() && began.elapsed() < time {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    // Connections that are still open then are closed.
    wait(limits.shutdown, &|| app.connections.count() == 0).await;
    // Work that was cancelled ends soon. Until then it keeps the state directory locked.
    wait(RELEASE, &|| Arc::strong_count(&app) == 1).await;
    Ok(())
}

/// Returns the values of `Host` that are accepted.
fn hosts(address: SocketAddr, allowed: &[String]) -> Vec<String> {
    let port = address.port();
    let mut hosts = vec![address.to_string()];
    if address.ip().is_loopback() || address.ip().is_unspecified() {
        hosts.extend(["127.0.0.1", "localhost", "[::1]"].map(|name| format!("{name}:{port}")));
    }
    for host in allowed {
        hosts.push(host.clone());
        hosts.push(format!("{host}:{port}"));
    }
    hosts
}

/// Serves until the process gets SIGINT or SIGTERM; a second signal ends the waiting for open
/// requests.
///
/// # Errors
/// As [`serve`], and when the system refuses threads or signal handlers.
pub fn run(options: Options, ready: impl FnOnce(&str)) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let mut signals = Signals::new()?;
        let (first, mut again) = watch::channel(0_u32);
        tokio::spawn(async move {
            loop {
                signals.next().await;
                first.send_modify(|count| *count += 1);
            }
        });
        let mut once = again.clone();
        tokio::select! {
            served = serve(options, ready, async move { drop(once.wait_for(|n| *n >= 1).await); }) => served,
            _ = again.wait_for(|count| *count >= 2) => Ok(()),
        }
    });
    // Threads that still search are not waited for.
    runtime.shutdown_background();
    served
}

/// The signals that end a server.
struct Signals {
    #[cfg(unix)]
    both: [tokio::signal::unix::Signal; 2],
}

impl Signals {
    fn new() -> std::io::Result<Self> {
        #[cfg(unix)]
        {
            use tokio::signal::unix::{SignalKind, signal};
            Ok(Self { both: [signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?] })
        }
        #[cfg(not(unix))]
        Ok(Self {})
    }

    async fn next(&mut self) {
        #[cfg(unix)]
        {
            let [interrupt, terminate] = &mut self.both;
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
        }
        #[cfg(not(unix))]
        let _ = tokio::signal::ctrl_c().await;
    }
}
