//! How often each value came in each group: one hash table for all groups.

use hashbrown::{DefaultHashBuilder, HashTable};
use std::hash::BuildHasher;

/// Counts by group and encoded value, in order of first arrival. The bytes of all values lie in one buffer.
#[derive(Debug, Default)]
pub(super) struct ValueCounts {
    hasher: DefaultHashBuilder,
    /// Indices into `entries`.
    table: HashTable<usize>,
    entries: Vec<Entry>,
    bytes: Vec<u8>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    group: usize,
    start: usize,
    end: usize,
    hash: u64,
    count: i64,
}

impl ValueCounts {
    /// Adds to the count of a value (or takes away) and returns the count before and after.
    pub(super) fn add(&mut self, group: usize, value: &[u8], times: i64) -> (i64, i64) {
        let hash = self.hasher.hash_one((group, value));
        let (entries, bytes) = (&mut self.entries, &mut self.bytes);
        let found = self.table.find(hash, |&i| entries[i].group == group && bytes[entries[i].start..entries[i].end] == *value);
        if let Some(&i) = found {
            let before = entries[i].count;
            entries[i].count += times;
            return (before, before + times);
        }
        let start = bytes.len();
        bytes.extend_from_slice(value);
        entries.push(Entry { group, start, end: bytes.len(), hash, count: times });
        self.table.insert_unique(hash, entries.len() - 1, |&i| entries[i].hash);
        (0, times)
    }

    /// The values that are there, with their counts, of the groups up to `groups`: for each group in order of arrival.
    pub(super) fn by_group(&self, groups: usize) -> Vec<Vec<(&[u8], i64)>> {
        let mut result = vec![Vec::new(); groups];
        for entry in self.entries.iter().filter(|entry| entry.group < groups && entry.count > 0) {
            result[entry.group].push((&self.bytes[entry.start..entry.end], entry.count));
        }
        result
    }

    /// Forgets the first groups and the values that were all taken back, and renumbers the others.
    pub(super) fn drop_first(&mut self, count: usize) {
        let old = std::mem::take(self);
        for entry in old.entries.iter().filter(|entry| entry.group >= count && entry.count != 0) {
            self.add(entry.group - count, &old.bytes[entry.start..entry.end], entry.count);
        }
    }

    pub(super) fn size(&self) -> usize {
        self.bytes.capacity() + self.entries.capacity() * size_of::<Entry>() + self.table.capacity() * size_of::<usize>()
    }
}
