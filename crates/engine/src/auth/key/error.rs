//! Why a key cannot be used, and what makes it one that can.

/// Why a key could not be made, read or used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// There is no private key in the text.
    #[error("no private key in PEM form: {found}")]
    NotAKey {
        /// What there is instead.
        found: String,
    },
    /// The PEM text is damaged.
    #[error("the private key is damaged: {what}")]
    Garbled {
        /// What is wrong with it.
        what: &'static str,
    },
    /// The key is behind a passphrase.
    #[error("the private key is encrypted; a key without a passphrase is needed")]
    Encrypted,
    /// The key is in the older form of its own that EC keys have.
    #[error("the key is an `EC PRIVATE KEY` (SEC 1); PKCS#8 is needed")]
    Sec1,
    /// The key is of a kind we cannot sign with.
    #[error("the key is {what}; an EC key on P-256 (ES256) or an RSA key (RS256) is needed")]
    Unsupported {
        /// What it is, with its article.
        what: String,
    },
    /// An EC key came without its public half.
    #[error("the EC key does not carry its public key")]
    WithoutPublicKey,
    /// The key is of a kind we know and was refused all the same.
    #[error("the {what} cannot be used: {reason}")]
    Rejected {
        /// What kind of key it is.
        what: &'static str,
        /// What the cryptography library said, such as `TooSmall`.
        reason: String,
    },
    /// The key signs with another algorithm than was asked for.
    #[error("the key signs with {fitting}, not with `{asked}`")]
    OtherAlgorithm {
        /// What was asked for.
        asked: String,
        /// What the key can do here.
        fitting: &'static str,
    },
    /// The parts of an RSA key do not belong together.
    #[error("the RSA key gives wrong signatures: its parts do not belong together")]
    Inconsistent,
    /// A proof was asked for a URL that is none.
    #[error("a proof needs an absolute http or https URL; this one is not: {reason}")]
    NotAUrl {
        /// What is wrong with it.
        reason: String,
    },
    /// A proof is wanted, and there is no key.
    #[error("a key is needed, and none is configured")]
    Missing,
    /// The system gave no random numbers.
    #[error("the system gave no random numbers")]
    NoRandomness,
}

impl KeyError {
    /// What the user could try.
    pub fn hint(&self) -> Option<&'static str> {
        Some(match self {
            KeyError::NotAKey { .. } => {
                "give the private key as text that begins with `-----BEGIN PRIVATE KEY-----`"
            }
            KeyError::Garbled { .. } => "copy the key again, with all of its lines",
            KeyError::Encrypted => "take the passphrase off: openssl pkey -in KEY.pem -out PLAIN.pem",
            KeyError::Sec1 => "convert it: openssl pkcs8 -topk8 -nocrypt -in KEY.pem -out CONVERTED.pem",
            KeyError::Unsupported { .. } => {
                "make another: openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out KEY.pem"
            }
            KeyError::WithoutPublicKey => {
                "add it: openssl ec -in KEY.pem | openssl pkcs8 -topk8 -nocrypt -out COMPLETE.pem"
            }
            KeyError::Rejected { reason, .. } if reason == "TooSmall" => {
                "RSA keys need 2048 bits or more: openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out KEY.pem"
            }
            KeyError::Rejected { reason, .. } if reason == "TooLarge" => {
                "RSA keys may have 4096 bits at most: openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out KEY.pem"
            }
            KeyError::Rejected { .. } | KeyError::Inconsistent => {
                "check the key: openssl pkey -in KEY.pem -check -noout"
            }
            KeyError::OtherAlgorithm { .. } => {
                "name the algorithm of the key, or give a key for the algorithm: P-256 for ES256, RSA for RS256"
            }
            KeyError::Missing => "name the file of the private key as `privateKeyFile`",
            KeyError::NotAUrl { .. } | KeyError::NoRandomness => return None,
        })
    }
}
