//! The stream below a connection: plain, or encrypted where the address begins with `wss://`. The
//! hub's certificate is checked as the system checks certificates.

use std::io;
use std::sync::Arc;

use rustls::ClientConfig;
use rustls::pki_types::ServerName;
use rustls_platform_verifier::BuilderVerifierExt as _;
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_util::either::Either;

/// A stream to a hub.
pub(super) type Stream = Either<TcpStream, TlsStream<TcpStream>>;

/// Opens a stream to a host.
pub(super) async fn open(host: &str, port: u16, is_encrypted: bool) -> io::Result<Stream> {
    let stream = TcpStream::connect((host, port)).await?;
    stream.set_nodelay(true)?;
    if !is_encrypted {
        return Ok(Either::Left(stream));
    }
    let name = ServerName::try_from(host.to_owned()).map_err(io::Error::other)?;
    let config = Arc::new(config().map_err(io::Error::other)?);
    let encrypted = TlsConnector::from(config).connect(name, stream).await?;
    Ok(Either::Right(encrypted))
}

fn config() -> Result<ClientConfig, rustls::Error> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_platform_verifier()?;
    Ok(config.with_no_client_auth())
}
