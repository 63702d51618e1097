//! What kind of key a PKCS#8 document holds, read from its DER as far as that takes.

/// `1.2.840.10045.2.1`: an EC key.
const EC: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01];
/// `1.2.840.10045.3.1.7`: P-256.
const P256: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07];
/// `1.2.840.113549.1.1.1`: an RSA key.
const RSA: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01];

/// Names for what people bring and we cannot use.
const OTHER_CURVES: [(&[u8], &str); 3] = [
    (&[0x2b, 0x81, 0x04, 0x00, 0x22], "P-384"),
    (&[0x2b, 0x81, 0x04, 0x00, 0x23], "P-521"),
    (&[0x2b, 0x81, 0x04, 0x00, 0x0a], "secp256k1"),
];
const OTHER_KINDS: [(&[u8], &str); 6] = [
    (&[0x2b, 0x65, 0x70], "an Ed25519 key"),
    (&[0x2b, 0x65, 0x71], "an Ed448 key"),
    (&[0x2b, 0x65, 0x6e], "an X25519 key"),
    (&[0x2b, 0x65, 0x6f], "an X448 key"),
    (&[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0a], "an RSA key for PSS alone"),
    (&[0x2a, 0x86, 0x48, 0xce, 0x38, 0x04, 0x01], "a DSA key"),
];

const INTEGER: u8 = 0x02;
const OCTETS: u8 = 0x04;
const OBJECT: u8 = 0x06;
const SEQUENCE: u8 = 0x30;
const PARAMETERS: u8 = 0xa0;
const PUBLIC_KEY: u8 = 0xa1;

/// The kind of key in a document.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Form {
    P256,
    P256WithoutPublicKey,
    Rsa,
    /// What it is instead, with its article.
    Other(String),
}

/// The kind of key in a PKCS#8 document; `None` when it is no such document.
pub(super) fn form(pkcs8: &[u8]) -> Option<Form> {
    let mut document = Elements(Elements(pkcs8).take(SEQUENCE)?);
    document.take(INTEGER)?;
    let mut algorithm = Elements(document.take(SEQUENCE)?);
    let kind = algorithm.take(OBJECT)?;
    let key = document.take(OCTETS)?;
    if kind == RSA {
        return Some(Form::Rsa);
    }
    if kind != EC {
        let name = OTHER_KINDS.iter().find(|(known, _)| *known == kind);
        return Some(Form::Other(name.map_or("of an unknown kind", |(_, name)| name).to_owned()));
    }
    let curve = algorithm.take(OBJECT);
    if curve != Some(P256) {
        let known = OTHER_CURVES.iter().find(|(known, _)| Some(*known) == curve);
        let name = known.map_or("another curve", |(_, name)| name);
        return Some(Form::Other(format!("an EC key on {name}")));
    }
    let mut key = Elements(Elements(key).take(SEQUENCE)?);
    key.take(INTEGER)?;
    key.take(OCTETS)?;
    key.take(PARAMETERS);
    Some(if key.take(PUBLIC_KEY).is_some() { Form::P256 } else { Form::P256WithoutPublicKey })
}

/// DER elements, one after the other.
struct Elements<'a>(&'a [u8]);

impl<'a> Elements<'a> {
    /// The inside of the next element if it has this tag; otherwise it stays where it is.
    fn take(&mut self, tag: u8) -> Option<&'a [u8]> {
        let (&found, rest) = self.0.split_first()?;
        let (&short, rest) = rest.split_first()?;
        let (length, rest) = match short {
            0..=0x7f => (usize::from(short), rest),
            // No key is longer than two bytes can say.
            0x81 => (usize::from(*rest.first()?), rest.get(1..)?),
            0x82 => (usize::from(u16::from_be_bytes([*rest.first()?, *rest.get(1)?])), rest.get(2..)?),
            _ => return None,
        };
        let (inside, after) = rest.split_at_checked(length)?;
        if found != tag {
            return None;
        }
        self.0 = after;
        Some(inside)
    }
}
