//! The values of each group in order of arrival, as bytes.

/// A list of byte strings for each group; a group's list is one buffer.
#[derive(Debug, Default)]
pub(super) struct ValueLists {
    lists: Vec<List>,
}

#[derive(Clone, Debug, Default)]
struct List {
    /// Each value stands between its length and its length, so that the list can be walked from both ends.
    bytes: Vec<u8>,
    count: usize,
}

const LENGTH: usize = size_of::<u32>();

impl ValueLists {
    pub(super) fn grow(&mut self, groups: usize) {
        super::groups::grow(&mut self.lists, groups);
    }

    pub(super) fn groups(&self) -> usize {
        self.lists.len()
    }

    pub(super) fn push(&mut self, group: usize, value: &[u8]) {
        let list = &mut self.lists[group];
        let length = (value.len() as u32).to_le_bytes();
        list.bytes.extend_from_slice(&length);
        list.bytes.extend_from_slice(value);
        list.bytes.extend_from_slice(&length);
        list.count += 1;
    }

    /// Takes away the first value that is equal, if there is one.
    pub(super) fn remove(&mut self, group: usize, value: &[u8]) {
        let list = &mut self.lists[group];
        let mut start = 0;
        while start < list.bytes.len() {
            let found = entry_at(&list.bytes, start);
            let end = start + found.len() + 2 * LENGTH;
            if found == value {
                list.bytes.drain(start..end);
                list.count -= 1;
                return;
            }
            start = end;
        }
    }

    pub(super) fn len(&self, group: usize) -> usize {
        self.lists[group].count
    }

    pub(super) fn values(&self, group: usize) -> impl Iterator<Item = &[u8]> {
        let bytes = &self.lists[group].bytes;
        let mut start = 0;
        std::iter::from_fn(move || {
            let value = (start < bytes.len()).then(|| entry_at(bytes, start))?;
            start += value.len() + 2 * LENGTH;
            Some(value)
        })
    }

    pub(super) fn first(&self, group: usize) -> Option<&[u8]> {
        self.values(group).next()
    }

    pub(super) fn last(&self, group: usize) -> Option<&[u8]> {
        let bytes = &self.lists[group].bytes;
        let tail = bytes.len().checked_sub(LENGTH)?;
        Some(&bytes[tail - read_length(bytes, tail)..tail])
    }

    pub(super) fn drop_first(&mut self, count: usize) {
        super::groups::drop_groups(&mut self.lists, count);
    }

    pub(super) fn size(&self) -> usize {
        super::groups::bytes_of(&self.lists) + self.lists.iter().map(|list| list.bytes.capacity()).sum::<usize>()
    }
}

fn entry_at(bytes: &[u8], start: usize) -> &[u8] {
    let value = start + LENGTH;
    &bytes[value..value + read_length(bytes, start)]
}

fn read_length(bytes: &[u8], at: usize) -> usize {
    let mut length = [0; LENGTH];
    length.copy_from_slice(&bytes[at..at + LENGTH]);
    u32::from_le_bytes(length) as usize
}
