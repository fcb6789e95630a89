//! Samples are written out as the format `hodoku` does.

use quadrille_formats::{Extra, Hodoku, PuzzleFormat, ReadOptions, Reader};
use quadrille_logic::{LogicGrid, kinds, sample};

#[test]
fn samples_can_be_written_and_read() {
    let options = ReadOptions { format: Some(&Hodoku), ..ReadOptions::default() };
    for (_, kind) in kinds() {
        // Which kinds have none, a test beside them says.
        let Some(sample) = sample(kind.id) else { continue };
        let mut text = String::new();
        let candidates = Some(sample.before.marks());
        let extra = Extra { entries: Some(sample.before.values()), candidates, ..Extra::default() };
        Hodoku.write(&sample.puzzle, &extra, &mut text).unwrap();
        let mut reader = Reader::new(text.as_bytes(), options);
        let record = reader.next().unwrap().unwrap();
        let (puzzle, extra) = (record.puzzle.unwrap(), record.extra.unwrap_or_default());
        let (entries, notes) = (extra.entries.as_ref(), extra.candidates.as_ref());
        let board = LogicGrid::noted(&puzzle, entries, notes).unwrap();
        assert!(sample.puzzle == puzzle && sample.before == board, "{text}");
    }
}
