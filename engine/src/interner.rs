//! Every value as one word of 32 bits. Two values of one kind are equal exactly if their words are. Knows nothing of
//! relations: the kind of a word is known to whoever holds it.
//!
//! Numbers from 0 up to 2^31 are their own words; other numbers and all floats are positions in a table, with the top
//! bit set; texts and records are positions in tables, in the order in which they came. NaNs are one value; `-0.0` and
//! `0.0` are two, as in the total order.

mod compound;

use std::cmp::Ordering;
use std::hash::Hasher;

use rustc_hash::{FxHashMap, FxHasher};

use crate::host::{Datum, Value};
use crate::program::{Constant, Kind, Types};
use compound::Compounds;
pub(crate) use compound::{Unfit, View};

/// One value.
pub(crate) type Word = u32;

/// Words from here on are positions in the table of wide numbers.
const WIDE: Word = 1 << 31;

/// There is no room for another value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Full;

/// All texts in one buffer, all wide numbers in one table.
#[derive(Debug, Default)]
pub(crate) struct Interner {
    buffer: String,
    /// One past the last byte of each text.
    ends: Vec<u32>,
    /// Open addressing: the hash's low half above, position + 1 below; 0 is empty.
    slots: Vec<u64>,
    wide: Vec<u64>,
    wide_words: FxHashMap<u64, Word>,
    types: Types,
    compounds: Compounds,
    /// Most bytes that the texts may take.
    limit: u64,
}

impl Interner {
    /// No value yet, of a program with these types; texts may take `limit` bytes in all.
    pub(crate) fn new(limit: u64, types: Types) -> Self {
        Self { limit: limit.min(u64::from(u32::MAX)), types, ..Self::default() }
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> u64 {
        let words = self.ends.len() * 4 + self.slots.len() * 8 + self.wide.len() * 24;
        (self.buffer.len() + words + self.compounds.bytes()) as u64
    }

    /// Most bytes that the texts may take.
    pub(crate) fn limit(&self) -> u64 {
        self.limit
    }

    /// Most bytes that one text may have: what is left of the limit.
    pub(crate) fn room(&self) -> u64 {
        self.limit.saturating_sub(self.buffer.len() as u64)
    }

    /// The word of a text.
    pub(crate) fn text(&mut self, text: &str) -> Result<Word, Full> {
        if self.slots.len() * 3 <= self.ends.len() * 4 {
            self.grow();
        }
        let tag = hash(text);
        let mut at = tag as usize & (self.slots.len() - 1);
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                break;
            }
            let word = slot as u32 - 1;
            if (slot >> 32) as u32 == tag && self.text_of(word) == text {
                return Ok(word);
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
        if text.len() as u64 > self.room() {
            return Err(Full);
        }
        let word = u32::try_from(self.ends.len()).map_err(|_| Full)?;
        self.buffer.push_str(text);
        self.ends.push(self.buffer.len() as u32);
        self.slots[at] = u64::from(tag) << 32 | u64::from(word + 1);
        Ok(word)
    }

    /// The word of a text, if the text was seen before.
    pub(crate) fn find_text(&self, text: &str) -> Option<Word> {
        let mask = self.slots.len().checked_sub(1)?;
        let tag = hash(text);
        let mut at = tag as usize & mask;
        loop {
            let slot = self.slots[at];
            let word = (slot as u32).checked_sub(1)?;
            if (slot >> 32) as u32 == tag && self.text_of(word) == text {
                return Some(word);
            }
            at = (at + 1) & mask;
        }
    }

    /// The text of a word; the empty text for a word that is no text.
    pub(crate) fn text_of(&self, word: Word) -> &str {
        let index = word as usize;
        let end = self.ends.get(index).copied().unwrap_or(0) as usize;
        let start = match index {
            0 => 0,
            _ => self.ends.get(index - 1).copied().unwrap_or(0) as usize,
        };
        self.buffer.get(start..end).unwrap_or("")
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(64);
        let mut slots = vec![0u64; size];
        for &slot in self.slots.iter().filter(|&&slot| slot != 0) {
            let mut at = (slot >> 32) as usize & (size - 1);
            while slots[at] != 0 {
                at = (at + 1) & (size - 1);
            }
            slots[at] = slot;
        }
        self.slots = slots;
    }

    fn wide(&mut self, bits: u64) -> Result<Word, Full> {
        if let Some(&word) = self.wide_words.get(&bits) {
            return Ok(word);
        }
        let index = u32::try_from(self.wide.len()).map_err(|_| Full)?;
        // The last word stays free: a pair of it marks an empty slot.
        if index >= WIDE - 1 || self.bytes() >= self.limit {
            return Err(Full);
        }
        self.wide.push(bits);
        self.wide_words.insert(bits, WIDE | index);
        Ok(WIDE | index)
    }

    fn wide_of(&self, word: Word) -> u64 {
        self.wide.get((word & !WIDE) as usize).copied().unwrap_or(0)
    }

    /// The word of a signed number.
    pub(crate) fn number(&mut self, number: i64) -> Result<Word, Full> {
        match u32::try_from(number) {
            Ok(small) if small < WIDE => Ok(small),
            _ => self.wide(number.cast_unsigned()),
        }
    }

    /// The word of an unsigned number.
    pub(crate) fn unsigned(&mut self, number: u64) -> Result<Word, Full> {
        match u32::try_from(number) {
            Ok(small) if small < WIDE => Ok(small),
            _ => self.wide(number),
        }
    }

    /// The word of a float.
    pub(crate) fn float(&mut self, number: f64) -> Result<Word, Full> {
        self.wide(canonical(number))
    }

    /// The word of a constant.
    pub(crate) fn constant(&mut self, constant: &Constant) -> Result<Word, Full> {
        match constant {
            Constant::Symbol(text) => self.text(text),
            Constant::Number(number) => self.number(*number),
            Constant::Unsigned(number) => self.unsigned(*number),
            Constant::Float(number) => self.float(*number),
            Constant::Nil(_) | Constant::Record(..) | Constant::Branch(..) => self.compound_constant(constant),
        }
    }

    /// The word of a value that is no record, if the value was seen before.
    fn find_scalar(&self, value: &Value) -> Option<Word> {
        let bits = match value {
            Value::Symbol(text) => return self.find_text(text),
            Value::Number(number) => number.cast_unsigned(),
            Value::Unsigned(number) => *number,
            Value::Float(number) => return self.wide_words.get(&canonical(*number)).copied(),
            Value::Nil | Value::Record(_) | Value::Branch(..) => return None,
        };
        match u32::try_from(bits) {
            Ok(small) if small < WIDE => Some(small),
            _ => self.wide_words.get(&bits).copied(),
        }
    }

    /// The signed number of a word.
    pub(crate) fn number_of(&self, word: Word) -> i64 {
        if word < WIDE { i64::from(word) } else { self.wide_of(word).cast_signed() }
    }

    /// The unsigned number of a word.
    pub(crate) fn unsigned_of(&self, word: Word) -> u64 {
        if word < WIDE { u64::from(word) } else { self.wide_of(word) }
    }

    /// The float of a word.
    pub(crate) fn float_of(&self, word: Word) -> f64 {
        f64::from_bits(self.wide_of(word))
    }

    /// The value of a word of this kind.
    pub(crate) fn datum_of(&self, word: Word, kind: Kind) -> Datum<'_> {
        match kind {
            Kind::Symbol => Datum::Symbol(self.text_of(word)),
            Kind::Number => Datum::Number(self.number_of(word)),
            Kind::Unsigned => Datum::Unsigned(self.unsigned_of(word)),
            Kind::Float => Datum::Float(self.float_of(word)),
            Kind::Compound(of) => self.compound_of(word, of),
        }
    }

    /// The value of a word of this kind, owned.
    pub(crate) fn value_of(&self, word: Word, kind: Kind) -> Value {
        self.datum_of(word, kind).to_value()
    }

    /// How two values of this kind compare: texts by bytes, floats by total order, records field by field.
    pub(crate) fn compare(&self, left: Word, right: Word, kind: Kind) -> Ordering {
        if left == right {
            return Ordering::Equal;
        }
        match kind {
            Kind::Symbol => self.text_of(left).cmp(self.text_of(right)),
            Kind::Number => self.number_of(left).cmp(&self.number_of(right)),
            Kind::Unsigned => self.unsigned_of(left).cmp(&self.unsigned_of(right)),
            Kind::Float => self.float_of(left).total_cmp(&self.float_of(right)),
            Kind::Compound(of) => self.compare_compounds(left, right, of),
        }
    }
}

/// The bits of a float, the same for every NaN.
fn canonical(number: f64) -> u64 {
    if number.is_nan() { f64::NAN.to_bits() } else { number.to_bits() }
}

fn hash(text: &str) -> u32 {
    let mut hasher = FxHasher::default();
    hasher.write(text.as_bytes());
    let hash = hasher.finish();
    (hash ^ (hash >> 32)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(interner: &mut Interner, datum: Datum<'_>, kind: Kind) -> Value {
        let word = interner.datum(&datum, kind).unwrap();
        interner.value_of(word, kind)
    }

    #[test]
    fn values_come_back_as_they_went_in() {
        let mut interner = Interner::new(1 << 20, Types::default());
        for number in [0, 1, -1, i64::MIN, i64::MAX, 1 << 31, (1 << 31) - 1] {
            let back = value(&mut interner, Datum::Number(number), Kind::Number);
            assert_eq!(back, Value::Number(number));
        }
        for number in [0, u64::MAX, 1 << 31] {
            let back = value(&mut interner, Datum::Unsigned(number), Kind::Unsigned);
            assert_eq!(back, Value::Unsigned(number));
        }
        for number in [0.0, -0.0, 1.5, f64::INFINITY] {
            let back = value(&mut interner, Datum::Float(number), Kind::Float);
            assert_eq!(back, Value::Float(number));
        }
        for index in 0..1000 {
            let text = format!("text {}", index % 500);
            let back = value(&mut interner, Datum::Symbol(&text), Kind::Symbol);
            assert_eq!(back, Value::Symbol(text));
        }
        assert_eq!(interner.ends.len(), 500);
    }

    #[test]
    fn equal_values_have_equal_words_and_order_is_that_of_values() {
        let mut interner = Interner::new(1 << 20, Types::default());
        let b = interner.text("b").unwrap();
        let a = interner.text("a").unwrap();
        assert_eq!(interner.text("b"), Ok(b));
        assert_eq!(interner.compare(a, b, Kind::Symbol), Ordering::Less);
        let nan = interner.float(f64::NAN).unwrap();
        assert_eq!(interner.float(-f64::NAN), Ok(nan));
        let minus = interner.number(-5).unwrap();
        assert_eq!(interner.compare(minus, 3, Kind::Number), Ordering::Less);
        let most = interner.unsigned(u64::MAX).unwrap();
        assert_eq!(interner.compare(most, 3, Kind::Unsigned), Ordering::Greater);
        let (low, high) = (interner.float(-1.5).unwrap(), interner.float(0.25).unwrap());
        assert_eq!(interner.compare(low, high, Kind::Float), Ordering::Less);
        assert_eq!(interner.find(&Value::Number(-5), Kind::Number), Some(minus));
        assert_eq!(interner.find(&Value::Symbol("c".into()), Kind::Symbol), None);
    }

    #[test]
    fn texts_stop_at_the_limit() {
        let mut interner = Interner::new(4, Types::default());
        assert!(interner.text("abcd").is_ok());
        assert_eq!(interner.text("e"), Err(Full));
        assert!(interner.text("abcd").is_ok());
    }
}
