//! Inputs compressed with gzip, Zstandard and xz.

use std::fs;

use super::program::{PUZZLE, SOLUTION, directory, run, run_with};

/// `PUZZLE` twice, each on a line, as written by gzip 1.12, zstd 1.5 and xz 5.4.
const COMPRESSED: [(&str, &str); 3] = [
    (
        "gz",
        "1f8b0800000000000203ad8cc111002008c3fe0e933b4414f65f4cc015e4d5e6524ce190b741c22a85bfee8fa2\
         8bcce94989b36971668b4b027a98f5c4b0ef1f2fcf6ccc32a4000000",
    ),
    (
        "zst",
        "28b52ffd24a4550200040335332e2e372e2e2e2e362e2e3139353938362e382e2e33342e2e382e332e2e313236\
         322e3431392e2e35382e2e37390a09005f052c33d78ada336ab1a744301509dc4831ac56a903aeaaff8a",
    ),
    (
        "xz",
        "fd377a585a000004e6d6b4460200210116000000742fe5a3e000a300375d001a8cc214a9794f7130cbb6e32c66\
         6109ed3d4e27708db857de53c5ac1933d02b7a8ac041afc24a152c9f0deebab40ae4b11522ae5aef0000006b\
         c818c581a90c78000153a401000000b7f05474b1c467fb020000000004595a",
    ),
];

fn bytes(hex: &str) -> Vec<u8> {
    let digit = |byte: u8| (byte as char).to_digit(16).unwrap() as u8;
    hex.as_bytes().as_chunks::<2>().0.iter().map(|&[a, b]| digit(a) << 4 | digit(b)).collect()
}

#[test]
fn compressed_inputs_are_decoded() {
    let here = directory("compressed");
    let answers = format!("{SOLUTION}\n{SOLUTION}\n");
    for (extension, hex) in COMPRESSED {
        // The contents decide, whatever the name; several streams may follow each other.
        for name in ["puzzles.txt", &format!("puzzles.txt.{extension}")] {
            fs::write(here.join(name), bytes(hex).repeat(2)).unwrap();
            let said = run(&here, &["solve", name]);
            assert_eq!((said.status, said.out), (0, answers.repeat(2)), "{name}: {}", said.err);
        }
        let said = run_with(&here, &["solve", "-"], &bytes(hex));
        assert_eq!((said.status, &said.out), (0, &answers), "{extension}: {}", said.err);
    }
    // An extension that suggests a format does so before that of the compression.
    let (_, gzip) = COMPRESSED[0];
    fs::write(here.join("two.sdm.gz"), bytes(gzip)).unwrap();
    assert_eq!(run(&here, &["count", "two.sdm.gz"]).out, format!("{PUZZLE} 1\n").repeat(2));
}

#[test]
fn damaged_inputs_are_errors() {
    let here = directory("compressed-damaged");
    for (extension, hex) in COMPRESSED {
        let good = bytes(hex);
        let damaged = |at: usize| {
            let mut bytes = good.clone();
            bytes[at] ^= 0x55;
            bytes
        };
        let cut = |length: usize| good[..length].to_vec();
        let cases = [cut(good.len() - 1), cut(good.len() / 2), cut(7), damaged(good.len() / 2)];
        for (index, bytes) in cases.into_iter().enumerate() {
            fs::write(here.join("in"), bytes).unwrap();
            let said = run(&here, &["solve", "in", PUZZLE]);
            assert_eq!(said.status, 2, "{extension} {index}: {}", said.err);
            assert!(said.err.starts_with("in: cannot be read: "), "{extension}: {}", said.err);
            assert!(said.out.ends_with(&format!("{SOLUTION}\n")), "{extension}: {}", said.out);
        }
    }
}
