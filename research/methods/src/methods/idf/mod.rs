//! How rare terms are: the inverse document frequency ln(N ÷ n), where n of N texts hold the term.
//!
//! The logarithms are taken when a table is made, so that they are the same numbers everywhere. `cargo research terms
//! FOLDER` makes the two tables next to this file from texts at hand; a text leaves nothing in them but its share in
//! the counts.
//!
//! | bytes of a table | |
//! |---|---|
//! | 1 | version: tables made from other texts have another |
//! | 2 | IDF of the terms that are not in it, as the others |
//! | 4 a term | the leading bits of its hash, big-endian, ascending |
//! | 2 a term | its IDF in thousandths, little-endian, in the same order |

/// A table of how rare terms are.
#[derive(Debug, Clone, Copy)]
pub struct IdfTable<'a> {
    most: u16,
    hashes: &'a [[u8; 4]],
    idfs: &'a [[u8; 2]],
}

impl<'a> IdfTable<'a> {
    /// Reads a table; `None` if it is cut off.
    ///
    /// ```
    /// use offprint_methods::methods::IdfTable;
    /// // One term, with an IDF of 0.513; all others have 8.007.
    /// let bytes = [1, 0x47, 0x1F, 0xAA, 0xBB, 0xCC, 0xDD, 0x01, 0x02];
    /// let table = IdfTable::read(&bytes).unwrap();
    /// assert_eq!(table.idf(0xAABB_CCDD_0123_4567), 513);
    /// assert_eq!(table.idf(0xAABB_CCDE_0123_4567), 8007);
    /// assert!(IdfTable::read(&bytes[..8]).is_none());
    /// ```
    pub fn read(bytes: &'a [u8]) -> Option<IdfTable<'a>> {
        let (&[_version, most @ ..], entries) = bytes.split_first_chunk::<3>()?;
        let count = entries.len() / 6;
        let (hashes, idfs) = entries.split_at(4 * count);
        let (idfs, rest) = idfs.as_chunks();
        (rest.is_empty() && idfs.len() == count).then_some(IdfTable {
            most: u16::from_le_bytes(most),
            hashes: hashes.as_chunks().0,
            idfs,
        })
    }

    /// Terms in it.
    pub fn len(&self) -> usize {
        self.hashes.len()
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.hashes.is_empty()
    }

    /// The IDF of a term by its hash, in thousandths. For a term that is not in the table, it is the highest there is.
    ///
    /// # Complexity
    /// The logarithm of the terms in the table.
    pub fn idf(&self, hash: u64) -> u16 {
        let leading = (hash >> 32) as u32;
        match self.hashes.binary_search(&leading.to_be_bytes()) {
            Ok(place) => u16::from_le_bytes(self.idfs[place]),
            Err(_) => self.most,
        }
    }
}
