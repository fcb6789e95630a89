//! Samples are read here as the format `hodoku` reads them.

use quadrille_formats::{Hodoku, ReadOptions, Reader};
use quadrille_logic::{LogicGrid, kinds, sample};

#[test]
fn samples_are_what_the_format_reads() {
    let options = ReadOptions { format: Some(&Hodoku), ..ReadOptions::default() };
    let mut read = 0;
    for sample in kinds().filter_map(|(_, kind)| sample(kind.id)) {
        let mut reader = Reader::new(sample.text.as_bytes(), options);
        let record = reader.next().unwrap().unwrap();
        let (puzzle, extra) = (record.puzzle.unwrap(), record.extra.unwrap_or_default());
        let (entries, notes) = (extra.entries.as_ref(), extra.candidates.as_ref());
        let board = LogicGrid::noted(&puzzle, entries, notes).unwrap();
        assert!(sample.puzzle == puzzle && sample.before == board, "{}", sample.text);
        read += 1;
    }
    assert!(read > 100, "{read}");
}
