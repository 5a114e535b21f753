//! The natural identity of a finding, as numbers that mean the same in both scans.

use crate::findings::store::Store;
use crate::findings::store::column::Column;
use crate::findings::store::dictionary::ABSENT;

/// Which of the two scans.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Before,
    After,
}

/// A key of identity: equal for two findings that are the same.
pub(super) type Key = [u32; 5];

/// A column of both scans. Codes of the earlier scan are translated into the later one's.
struct Shared<'a> {
    before: &'a Store,
    after: &'a Store,
    column: Column,
    /// By code of the earlier scan. Texts that the later one lacks have numbers beyond all of its codes.
    translation: Vec<u32>,
    /// The code of the empty text in the later scan: the same as absence.
    empty: Option<u32>,
}

impl<'a> Shared<'a> {
    fn new(before: &'a Store, after: &'a Store, column: Column) -> Self {
        let (from, to) = (before.dictionary(column), after.dictionary(column));
        let mut unknown = to.len() as u32;
        let translation = (0..from.len() as u32)
            .map(|code| match from.get(code) {
                "" => ABSENT,
                text => to.find(text).unwrap_or_else(|| {
                    unknown += 1;
                    unknown - 1
                }),
            })
            .collect();
        Shared { before, after, column, translation, empty: to.find("") }
    }

    #[inline(always)]
    fn get(&self, side: Side, row: u32) -> u32 {
        match side {
            Side::Before => {
                let code = self.before.codes(self.column).get(row);
                self.translation.get(code as usize).copied().unwrap_or_default()
            }
            Side::After => {
                let code = self.after.codes(self.column).get(row);
                if Some(code) == self.empty { ABSENT } else { code }
            }
        }
    }
}

pub(super) struct Identity<'a> {
    image: Option<Shared<'a>>,
    target: Shared<'a>,
    id: Shared<'a>,
    package: Shared<'a>,
    installed: Shared<'a>,
}

impl<'a> Identity<'a> {
    pub fn new(before: &'a Store, after: &'a Store, ignore_image: bool) -> Self {
        let shared = |column| Shared::new(before, after, column);
        Identity {
            image: (!ignore_image).then(|| shared(Column::Image)),
            target: shared(Column::Target),
            id: shared(Column::Id),
            package: shared(Column::Package),
            installed: shared(Column::InstalledVersion),
        }
    }

    fn image(&self, side: Side, row: u32) -> u32 {
        self.image.as_ref().map_or(0, |image| image.get(side, row))
    }

    pub fn exact(&self, side: Side, row: u32) -> Key {
        let [image, id, package, installed, _] = self.without_target(side, row);
        [image, id, package, installed, self.target.get(side, row)]
    }

    pub fn without_target(&self, side: Side, row: u32) -> Key {
        let [image, id, package, ..] = self.without_version(side, row);
        [image, id, package, self.installed.get(side, row), 0]
    }

    pub fn without_version(&self, side: Side, row: u32) -> Key {
        [self.image(side, row), self.id.get(side, row), self.package.get(side, row), 0, 0]
    }
}
