//! Finds the rows of a relation that have given words in given columns, in the rows' order. An index of a finished
//! relation is built once by a counting sort; one of a growing relation keeps a contiguous list per key, with a mark
//! between what is old and the current delta. Knows no values and no rules.

mod keys;

use crate::interner::Word;
use crate::relation::Relation;
use keys::Keys;

/// What a list holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Payload {
    /// Numbers of rows.
    Rows,
    /// The word in this column: all that is left of a row of two columns with one of them known.
    Column(usize),
}

/// Lists of rows by key.
#[derive(Debug)]
pub(crate) struct Index {
    columns: Vec<usize>,
    payload: Payload,
    keys: Keys,
    lists: Lists,
}

#[derive(Debug)]
enum Lists {
    /// All lists one after the other; where each begins, and the end of the last.
    Finished { starts: Vec<u32>, items: Vec<u32> },
    /// By group, and the number of all items.
    Growing { lists: Vec<List>, count: u64 },
}

#[derive(Debug, Default)]
struct List {
    items: Vec<u32>,
    /// Items before the delta in which the list grew last.
    cut: u32,
    /// The first row of that delta.
    delta: u32,
}

impl Index {
    /// Of a relation that does not grow any more.
    pub(crate) fn finished(relation: &Relation, columns: &[usize], payload: Payload) -> Self {
        let rows = relation.rows();
        let arity = relation.arity();
        let mut keys = Keys::for_rows(rows, arity, columns);
        let groups = keys.groups_of(rows, arity, columns);
        let mut starts = vec![0u32; keys.len() + 1];
        for &group in &groups {
            starts[group as usize + 1] += 1;
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        // Filled from behind: each start moves from the end of its list to the beginning, and the order stays.
        let mut ends = starts;
        let mut items = vec![0u32; groups.len()];
        ends.remove(0);
        for (number, &group) in groups.iter().enumerate().rev() {
            let end = &mut ends[group as usize];
            *end -= 1;
            items[*end as usize] = match payload {
                Payload::Rows => number as u32,
                Payload::Column(column) => rows[number * arity + column],
            };
        }
        ends.push(sum);
        Self { columns: columns.to_vec(), payload, keys, lists: Lists::Finished { starts: ends, items } }
    }

    /// Of a relation that may still grow.
    pub(crate) fn growing(relation: &Relation, columns: &[usize], payload: Payload) -> Self {
        let mut index = Self {
            columns: columns.to_vec(),
            payload,
            keys: Keys::open(columns.len()),
            lists: Lists::Growing { lists: Vec::new(), count: 0 },
        };
        index.extend(relation.rows(), relation.arity(), 0, relation.old());
        index.extend(relation.rows(), relation.arity(), relation.old(), relation.count());
        index
    }

    /// Takes in the rows from `from` up to `to`: the new delta.
    pub(crate) fn extend(&mut self, rows: &[Word], arity: usize, from: u32, to: u32) {
        let Lists::Growing { lists, count } = &mut self.lists else {
            return;
        };
        *count += u64::from(to - from);
        let mut key = Vec::with_capacity(self.columns.len());
        for number in from..to {
            let start = number as usize * arity;
            let row = &rows[start..start + arity];
            key.clear();
            key.extend(self.columns.iter().map(|&column| row[column]));
            let group = self.keys.add(&key);
            if group >= lists.len() {
                lists.resize_with(self.keys.len(), List::default);
            }
            let list = &mut lists[group];
            if list.delta != from || list.items.is_empty() {
                list.delta = from;
                list.cut = list.items.len() as u32;
            }
            list.items.push(match self.payload {
                Payload::Rows => number,
                Payload::Column(column) => row[column],
            });
        }
    }

    /// Whether this is the index by these columns.
    pub(crate) fn serves(&self, columns: &[usize], payload: Payload) -> bool {
        self.columns == columns && self.payload == payload
    }

    /// The list of a key: one word per column.
    #[inline]
    pub(crate) fn get(&self, key: &[Word]) -> &[u32] {
        match self.keys.find(key) {
            Some(group) => self.list(group),
            None => &[],
        }
    }

    #[inline]
    fn list(&self, group: usize) -> &[u32] {
        match &self.lists {
            Lists::Finished { starts, items } => &items[starts[group] as usize..starts[group + 1] as usize],
            Lists::Growing { lists, .. } => lists.get(group).map_or(&[], |list| &list.items),
        }
    }

    /// The list of a key without the rows of the current delta, which begins at row `old`.
    pub(crate) fn get_old(&self, key: &[Word], old: u32) -> &[u32] {
        let Some(group) = self.keys.find(key) else {
            return &[];
        };
        match &self.lists {
            Lists::Growing { lists, .. } => match lists.get(group) {
                Some(list) if list.delta == old => &list.items[..list.cut as usize],
                Some(list) => &list.items,
                None => &[],
            },
            Lists::Finished { .. } => self.list(group),
        }
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> u64 {
        let lists = match &self.lists {
            Lists::Finished { starts, items } => (starts.len() + items.len()) as u64 * 4,
            Lists::Growing { lists, count } => std::mem::size_of_val(lists.as_slice()) as u64 + count * 4,
        };
        lists + self.keys.bytes()
    }
}
