//! A hash table of rows in open addressing: for at most two columns the slot is the row, else it names one. Knows no
//! order and stores no rows.

use crate::interner::Word;

/// Rows looked up at once.
pub(crate) const BATCH: usize = 32;

/// The slots; 0 is empty. A packed row is stored as its complement; else the hash's upper half stands above the row's
/// number + 1.
#[derive(Debug, Default)]
pub(super) struct Table {
    slots: Vec<u64>,
}

impl Table {
    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.slots.len() * 8
    }

    /// The size that holds `rows` rows: at most eleven sixteenths are used.
    pub(super) fn size_for(&self, rows: usize) -> usize {
        let mut size = self.slots.len().max(BATCH / 2);
        while rows * 16 > size * 11 {
            size *= 2;
        }
        size
    }

    /// Whether the table has this many slots.
    pub(super) fn has_size(&self, size: usize) -> bool {
        self.slots.len() == size
    }

    /// Takes in up to [`BATCH`] packed rows; `new` gets the position and the row of each that was not there. All slots
    /// are fetched before the first is compared, so that the waits for memory overlap.
    pub(super) fn add_packed(&mut self, keys: &[u64], mut new: impl FnMut(usize, u64)) {
        let mask = self.slots.len() - 1;
        let mut homes = [0usize; BATCH];
        let mut seen = [0u64; BATCH];
        for (home, &key) in homes.iter_mut().zip(keys) {
            *home = mix(key) as usize & mask;
        }
        for (seen, &home) in seen.iter_mut().zip(&homes).take(keys.len()) {
            *seen = self.slots[home];
        }
        for (position, ((&key, &home), &seen)) in keys.iter().zip(&homes).zip(&seen).enumerate() {
            if seen == !key {
                continue;
            }
            let mut at = home;
            loop {
                let slot = &mut self.slots[at];
                if *slot == !key {
                    break;
                }
                if *slot == 0 {
                    *slot = !key;
                    new(position, key);
                    break;
                }
                at = (at + 1) & mask;
            }
        }
    }

    /// Whether a packed row is there.
    #[inline]
    pub(super) fn has_packed(&self, key: u64) -> bool {
        let Some(mask) = self.slots.len().checked_sub(1) else {
            return false;
        };
        let mut at = mix(key) as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == !key {
                return true;
            }
            if slot == 0 {
                return false;
            }
            at = (at + 1) & mask;
        }
    }

    /// Which of up to [`BATCH`] packed rows are there, by position. Slots are fetched first, as in
    /// [`Self::add_packed`].
    pub(super) fn have_packed(&self, keys: &[u64]) -> [bool; BATCH] {
        let mut there = [false; BATCH];
        let Some(mask) = self.slots.len().checked_sub(1) else {
            return there;
        };
        let mut seen = [0u64; BATCH];
        for (seen, &key) in seen.iter_mut().zip(keys) {
            *seen = self.slots[mix(key) as usize & mask];
        }
        for ((there, &seen), &key) in there.iter_mut().zip(&seen).zip(keys) {
            *there = seen == !key || seen != 0 && self.has_packed(key);
        }
        there
    }

    /// Fetches the slot of a hash, so that it is near when it is wanted.
    #[inline]
    pub(super) fn fetch(&self, hash: u64) -> u64 {
        self.slots[(hash >> 32) as usize & (self.slots.len() - 1)]
    }

    /// The slot of a row with this hash: whether `is_row` knows the number in it, or else where it would go.
    #[inline]
    pub(super) fn find(&self, hash: u64, is_row: impl Fn(u32) -> bool) -> Result<(), usize> {
        let Some(mask) = self.slots.len().checked_sub(1) else {
            return Err(0);
        };
        let mut at = (hash >> 32) as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return Err(at);
            }
            if slot >> 32 == hash >> 32 && is_row(slot as u32 - 1) {
                return Ok(());
            }
            at = (at + 1) & mask;
        }
    }

    /// Names a row in a free slot.
    #[inline]
    pub(super) fn fill(&mut self, at: usize, hash: u64, number: u32) {
        self.slots[at] = hash >> 32 << 32 | u64::from(number + 1);
    }

    /// Moves everything to a table of `size` slots. Nearly in order, since a slot goes to its old place or one half on.
    pub(super) fn grow(&mut self, size: usize, home: impl Fn(u64) -> u64) {
        let mut slots = vec![0u64; size];
        for &slot in self.slots.iter().filter(|&&slot| slot != 0) {
            let mut at = home(slot) as usize & (size - 1);
            while slots[at] != 0 {
                at = (at + 1) & (size - 1);
            }
            slots[at] = slot;
        }
        self.slots = slots;
    }
}

/// Where a packed row goes.
pub(super) fn packed_home(slot: u64) -> u64 {
    mix(!slot)
}

/// Where a slot that names a row goes.
pub(super) fn named_home(slot: u64) -> u64 {
    slot >> 32
}

/// A row of two columns as one word.
#[inline]
pub(super) fn pack(a: Word, b: Word) -> u64 {
    u64::from(a) << 32 | u64::from(b)
}

/// A hash whose low and high bits both depend on all bits: the two halves of a 128-bit product, folded.
#[inline]
pub(super) fn mix(key: u64) -> u64 {
    let product = u128::from(key ^ 0x2d35_8dcc_aa6c_78a5) * 0x9e37_79b9_7f4a_7c15_u128;
    (product >> 64) as u64 ^ product as u64
}

/// The hash of several words.
#[inline]
pub(crate) fn mix_row(row: &[Word]) -> u64 {
    let pairs = row.chunks_exact(2);
    let last = pairs.remainder().first().map_or(0, |&word| u64::from(word) + 1);
    let hash = pairs.fold(last, |hash, pair| mix(hash.rotate_left(23) ^ pack(pair[0], pair[1])));
    if row.len() % 2 == 1 { mix(hash) } else { hash }
}
