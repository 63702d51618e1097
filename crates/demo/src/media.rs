//! The demo's picture and sound, as base64.

use base64::{Engine, prelude::BASE64_STANDARD};

/// MIME type of [`LOGO`].
pub(crate) const LOGO_TYPE: &str = "image/png";

/// A magnifying glass, 48 by 48 pixels in three colours, 212 bytes of PNG.
pub(crate) const LOGO: &str = "\
    iVBORw0KGgoAAAANSUhEUgAAADAAAAAwAgMAAAAqbBEUAAAACVBMVEUbJjv///8qnY9EHGx0AAAA\
    hklEQVR42rWSvRGAIAxGScEI7MMIFMSCEdzHESzIlEIiAe6kUlPl3X3h54Exn5fD3lvEqICl/N1D\
    haApoqPlXCLKbQnciagNlVTJCcBW4QwPkCpkASsQf4Bpn/VxplPP95Gb+sFBM8J21BwDDkataiyu\
    QTVyNi5ewvQh3mA9NIIdY+Dff44LZGNcuCbaBygAAAAASUVORK5CYII=";

/// Length of [`LOGO`] before base64.
pub(crate) const LOGO_BYTES: u64 = 212;

/// MIME type of [`tone`].
pub(crate) const TONE_TYPE: &str = "audio/wav";

const SAMPLES_PER_SECOND: u32 = 8000;
const TONE_HZ: u32 = 400;
const TONE_SAMPLES: u32 = SAMPLES_PER_SECOND / 4;

/// A quarter second of 400 Hz: one channel of 8-bit PCM in a WAV file.
pub(crate) fn tone() -> String {
    let period = SAMPLES_PER_SECOND / TONE_HZ;
    let mut wav = Vec::new();
    wav.extend_from_slice(b"RIFF");
    wav.extend_from_slice(&(36 + TONE_SAMPLES).to_le_bytes());
    wav.extend_from_slice(b"WAVEfmt ");
    wav.extend_from_slice(&16_u32.to_le_bytes());
    // PCM, then one channel.
    wav.extend_from_slice(&1_u16.to_le_bytes());
    wav.extend_from_slice(&1_u16.to_le_bytes());
    wav.extend_from_slice(&SAMPLES_PER_SECOND.to_le_bytes());
    // Bytes per second, bytes per sample, bits per sample.
    wav.extend_from_slice(&SAMPLES_PER_SECOND.to_le_bytes());
    wav.extend_from_slice(&1_u16.to_le_bytes());
    wav.extend_from_slice(&8_u16.to_le_bytes());
    wav.extend_from_slice(b"data");
    wav.extend_from_slice(&TONE_SAMPLES.to_le_bytes());
    // A square wave, well below full volume: it will be played unasked.
    wav.extend((0..TONE_SAMPLES).map(|sample| if sample % period < period / 2 { 152 } else { 104 }));
    BASE64_STANDARD.encode(wav)
}
