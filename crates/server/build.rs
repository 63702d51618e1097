//! Compresses the files of the web UI while the backend is built, so that nobody waits for it later.
//!
//! Each file of `web/dist` that pages load becomes `<name>.gz` in the output directory. What they are is up to
//! `src/pages.rs`, which has the same list: a name that is missing here does not compile there.

use std::error::Error;
use std::path::Path;

const FILES: [&str; 5] = ["app.css", "app.js", "editor.js", "later.js", "shared.js"];

fn main() -> Result<(), Box<dyn Error>> {
    let from = Path::new("../../web/dist");
    let to = std::env::var_os("OUT_DIR").ok_or("cargo names no output directory")?;
    println!("cargo::rerun-if-changed=build.rs");
    for name in FILES {
        let file = from.join(name);
        println!("cargo::rerun-if-changed={}", file.display());
        std::fs::write(Path::new(&to).join(format!("{name}.gz")), gzip(&std::fs::read(file)?)?)?;
    }
    Ok(())
}

/// The gzip format (RFC 1952): a header without name and time, the deflated data, its checksum and its length.
fn gzip(data: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut packed = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255];
    packed.extend(miniz_oxide::deflate::compress_to_vec(data, 9));
    packed.extend(checksum(data).to_le_bytes());
    packed.extend(u32::try_from(data.len())?.to_le_bytes());
    Ok(packed)
}

/// CRC-32 as in RFC 1952, section 8. A bit at a time is fast enough for a megabyte.
fn checksum(data: &[u8]) -> u32 {
    let mut sum = u32::MAX;
    for byte in data {
        sum ^= u32::from(*byte);
        for _ in 0..8 {
            sum = (sum >> 1) ^ (0xedb8_8320 & 0_u32.wrapping_sub(sum & 1));
        }
    }
    !sum
}
