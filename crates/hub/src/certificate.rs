//! The certificate with which a hub encrypts its connections. Enter through
//! [`Certificate::from_files`].

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use rustls::ServerConfig;
use rustls::pki_types::pem::{Error as PemError, PemObject as _};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use thiserror::Error;
use tokio::net::TcpStream;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;
use tokio_util::either::Either;
use webpki::EndEntityCert;

use crate::private_file;

/// The stream below a connection. What encrypts is on the heap, so that the others stay small.
pub(crate) type Stream = Either<TcpStream, Box<TlsStream<TcpStream>>>;

/// A certificate with its private key. Cheap to clone.
#[derive(Clone)]
pub struct Certificate {
    config: Arc<ServerConfig>,
    names: Arc<[String]>,
}

/// Why a certificate cannot be used.
#[derive(Debug, Error)]
pub enum CertificateError {
    /// A file cannot be read.
    #[error("{path} cannot be read: {source}")]
    Unreadable {
        /// The path.
        path: String,
        /// The reason.
        source: std::io::Error,
    },
    /// Other users of this computer can read the key.
    #[error("other users can read the private key {0}; restrict it with chmod 600")]
    Exposed(String),
    /// The file is not a certificate in PEM.
    #[error("{path} is not a certificate in PEM: {why}")]
    NoCertificate {
        /// The path.
        path: String,
        /// The reason.
        why: String,
    },
    /// The file is not a private key in PEM.
    #[error("{path} is not a private key in PEM: {why}")]
    NoKey {
        /// The path.
        path: String,
        /// The reason.
        why: String,
    },
    /// The two do not belong together, or the key is of a kind that is not supported.
    #[error("the certificate {certificate} cannot be used with the key {key}: {why}")]
    Unusable {
        /// The path of the certificate.
        certificate: String,
        /// The path of the key.
        key: String,
        /// The reason.
        why: String,
    },
}

impl Certificate {
    /// Reads a certificate with those that lead to its authority, and its private key, each in PEM.
    ///
    /// # Errors
    /// A file cannot be read or is something else, others can read the key, or the two do not belong
    /// together.
    pub fn from_files(certificate: &Path, key: &Path) -> Result<Self, CertificateError> {
        let [certificate_path, key_path] = [certificate, key].map(|it| it.display().to_string());
        let unreadable = |path: &str, source| CertificateError::Unreadable {
            path: path.to_owned(),
            source,
        };
        if private_file::is_readable_by_others(key).map_err(|it| unreadable(&key_path, it))? {
            return Err(CertificateError::Exposed(key_path));
        }
        let chain = std::fs::read(certificate).map_err(|it| unreadable(&certificate_path, it))?;
        let key_text = std::fs::read(key).map_err(|it| unreadable(&key_path, it))?;

        let no_certificate = |why: String| CertificateError::NoCertificate {
            path: certificate_path.clone(),
            why,
        };
        let chain: Vec<_> = CertificateDer::pem_slice_iter(&chain)
            .collect::<Result<_, PemError>>()
            .map_err(|it| no_certificate(it.to_string()))?;
        let own = chain
            .first()
            .ok_or_else(|| no_certificate("it contains no certificate".to_owned()))?;
        let names = names_of(own).map_err(|it| no_certificate(it.to_string()))?;
        let key =
            PrivateKeyDer::from_pem_slice(&key_text).map_err(|it| CertificateError::NoKey {
                path: key_path.clone(),
                why: it.to_string(),
            })?;
        let unusable = |error: rustls::Error| CertificateError::Unusable {
            certificate: certificate_path.clone(),
            key: key_path.clone(),
            why: error.to_string(),
        };
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let mut config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(unusable)?
            .with_no_client_auth()
            .with_single_cert(chain, key)
            .map_err(unusable)?;
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Self {
            config: Arc::new(config),
            names,
        })
    }

    /// The host names that it is for, without patterns such as `*.example.org`.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Encrypts a connection; fails if that takes longer than `patience`.
    pub(crate) async fn encrypt(
        &self,
        stream: TcpStream,
        patience: Duration,
    ) -> std::io::Result<Stream> {
        let accepting = TlsAcceptor::from(Arc::clone(&self.config)).accept(stream);
        let encrypted = tokio::time::timeout(patience, accepting).await??;
        Ok(Either::Right(Box::new(encrypted)))
    }
}

fn names_of(certificate: &CertificateDer<'_>) -> Result<Arc<[String]>, webpki::Error> {
    let certificate = EndEntityCert::try_from(certificate)?;
    let names = certificate.valid_dns_names();
    Ok(names
        .filter(|it| !it.contains('*'))
        .map(str::to_owned)
        .collect())
}
