//! Compressed inputs: gzip, Zstandard and xz, recognized by their first bytes.

use std::io::{self, BufRead, BufReader, ErrorKind, Read};

use flate2::bufread::MultiGzDecoder;
use lzma_rust2::XzReader;
use ruzstd::decoding::BlockDecodingStrategy::UptoBytes;
use ruzstd::decoding::FrameDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};

/// Memory for decoding xz, in KiB: enough for its highest setting. The decoder of Zstandard has a
/// limit of 128 MiB.
const XZ_MEMORY: u32 = 128 << 10;
/// Bytes that are decoded at once.
const STEP: usize = 128 << 10;

const GZIP: &[u8] = b"\x1f\x8b\x08";
const ZSTD: &[u8] = b"\x28\xb5\x2f\xfd";
const XZ: &[u8] = b"\xfd7zXZ\0";

/// Returns a file name without the extension of a compressed file.
pub(crate) fn without_extension(name: &str) -> &str {
    let extensions = [".gz", ".zst", ".xz"];
    extensions.iter().find_map(|extension| name.strip_suffix(extension)).unwrap_or(name)
}

/// Returns a reader of an input, which decodes it if it is compressed.
pub(crate) fn reader(input: impl Read + Send + 'static) -> io::Result<Box<dyn Read + Send>> {
    let mut input = BufReader::with_capacity(STEP, input);
    let head = loop {
        match input.fill_buf() {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            head => break head?,
        }
    };
    Ok(if head.starts_with(GZIP) {
        Box::new(MultiGzDecoder::new(input))
    } else if head.starts_with(ZSTD) {
        Box::new(Zstd { input, decoder: FrameDecoder::new(), is_in_frame: false })
    } else if head.starts_with(XZ) {
        Box::new(XzReader::new_mem_limit(input, true, XZ_MEMORY))
    } else {
        Box::new(input)
    })
}

/// Decodes all frames of a Zstandard file, and verifies their checksums.
struct Zstd<R> {
    input: R,
    decoder: FrameDecoder,
    is_in_frame: bool,
}

impl<R: BufRead> Read for Zstd<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if !self.is_in_frame && !self.start_frame()? {
                return Ok(0);
            }
            let read = self.decoder.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            if self.decoder.is_finished() {
                self.is_in_frame = false;
                let expected = self.decoder.get_checksum_from_data();
                if expected.is_some() && expected != self.decoder.get_calculated_checksum() {
                    return Err(invalid("the checksum of the data is wrong"));
                }
            } else {
                let decoded = self.decoder.decode_blocks(&mut self.input, UptoBytes(STEP));
                decoded.map_err(invalid)?;
            }
        }
    }
}

impl<R: BufRead> Zstd<R> {
    /// Reads the header of the next frame; `false` at the end of the input.
    fn start_frame(&mut self) -> io::Result<bool> {
        while !self.input.fill_buf()?.is_empty() {
            match self.decoder.init(&mut self.input) {
                Ok(()) => {
                    self.is_in_frame = true;
                    return Ok(true);
                }
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let length = u64::from(length);
                    if io::copy(&mut self.input.by_ref().take(length), &mut io::sink())? < length {
                        return Err(ErrorKind::UnexpectedEof.into());
                    }
                }
                Err(error) => return Err(invalid(error)),
            }
        }
        Ok(false)
    }
}

fn invalid(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, error)
}
