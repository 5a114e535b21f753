//! The findings that an upgrade may clear: what is read of each, once, and the order in which they are looked at.

use super::values::{SortValue, bytes_for_sorting, sort_by_values};
use crate::findings::cache::Cache;
use crate::findings::filter::Filter;
use crate::findings::ranks::Ranks;
use crate::findings::store::Store;
use crate::findings::store::class::{Class, count_of};
use crate::findings::store::column::Column;
use crate::memory::{OutOfMemory, ask_for};
use crate::versions::Scheme;

/// A finding that has a fix, with its codes: they are read once, because each look-up in a column waits for memory.
#[derive(Clone, Copy)]
pub(super) struct Fixable {
    pub row: u32,
    pub image: u32,
    pub package: u32,
    pub version: u32,
    pub fixed: u32,
    pub id: u32,
    /// The rules that its versions follow.
    pub scheme: Scheme,
    pub class: Class,
}

/// Reads what is asked of a finding that has a fix.
struct FixableReader<'a> {
    store: &'a Store,
    /// By code of `kind`.
    schemes: Vec<Scheme>,
}

impl<'a> FixableReader<'a> {
    fn new(store: &'a Store) -> Result<Self, OutOfMemory> {
        let kinds = store.code_count(Column::Kind);
        ask_for(&[kinds * size_of::<Scheme>()])?;
        let scheme = |code: u32| Scheme::of_kind(store.text_of(Column::Kind, code));
        Ok(FixableReader { store, schemes: (0..kinds as u32).map(scheme).collect() })
    }

    #[inline(always)]
    fn code(&self, column: Column, row: u32) -> u32 {
        self.store.codes(column).get(row)
    }

    fn scheme(&self, row: u32) -> Scheme {
        self.schemes.get(self.code(Column::Kind, row) as usize).copied().unwrap_or(Scheme::Natural)
    }

    fn fixable(&self, row: u32) -> Fixable {
        Fixable {
            row,
            image: self.code(Column::Image, row),
            package: self.code(Column::Package, row),
            version: self.code(Column::InstalledVersion, row),
            fixed: self.code(Column::FixedVersion, row),
            id: self.code(Column::Id, row),
            scheme: self.scheme(row),
            class: self.store.class(row),
        }
    }
}

/// The ranks of what tells steps apart, and of the identifiers that they list.
#[derive(Clone, Copy)]
pub(super) struct NameRanks<'c> {
    pub images: &'c Ranks,
    pub packages: &'c Ranks,
    pub versions: &'c Ranks,
    pub ids: &'c Ranks,
}

impl<'c> NameRanks<'c> {
    pub fn of(store: &Store, cache: &'c Cache) -> Result<Self, OutOfMemory> {
        let columns = [Column::Image, Column::Package, Column::InstalledVersion, Column::Id];
        ask_for(&columns.map(|column| cache.bytes_for_ranks(store, column)))?;
        let [images, packages, versions, ids] = columns.map(|column| cache.ranks(store, column));
        Ok(NameRanks { images, packages, versions, ids })
    }

    /// What is looked at together: the package, and the version that is installed.
    pub fn installed(&self, one: &Fixable) -> (u32, u32) {
        (self.packages.get(one.package), self.versions.get(one.version))
    }

    /// What has a step of its own among these: the image, and the rules that its versions follow.
    pub fn target(&self, one: &Fixable) -> (u32, Scheme) {
        (self.images.get(one.image), one.scheme)
    }
}

/// The findings that match and have a fix, in store order.
pub(super) fn fixables(store: &Store, cache: &Cache, filter: &Filter) -> Result<Vec<Fixable>, OutOfMemory> {
    let reader = FixableReader::new(store)?;
    ask_for(&[cache.bytes_for_selection(store, filter)])?;
    let selection = cache.selection(store, filter);
    let count = count_of(selection.by_class(), &Class::is_fixable) as usize;
    // The numbers of all that match, and what is read of those that have a fix.
    ask_for(&[selection.len() as usize * size_of::<u32>(), count * size_of::<Fixable>()])?;
    let mut fixables = Vec::with_capacity(count);
    let rows = selection.rows(store).into_iter().filter(|&row| store.class(row).is_fixable());
    fixables.extend(rows.map(|row| reader.fixable(row)));
    Ok(fixables)
}

/// Their places by package and version, then image, then rules, then list of fixes: so what is the same in many images stands
/// together.
pub(super) fn in_order(fixables: &[Fixable], ranks: &NameRanks, lists: usize) -> Result<Vec<u32>, OutOfMemory> {
    ask_for(&[fixables.len() * size_of::<u32>(), bytes_for_sorting(fixables.len())])?;
    let of = |at: u32, value: &dyn Fn(&Fixable) -> u32| fixables.get(at as usize).map_or(0, value);
    let mut order: Vec<u32> = (0..fixables.len() as u32).collect();
    sort_by_values(
        &mut order,
        &[
            SortValue { most: lists as u32, of: &|at| of(at, &|one| one.fixed) },
            SortValue { most: Scheme::Natural as u32, of: &|at| of(at, &|one| one.scheme as u32) },
            SortValue { most: ranks.images.count, of: &|at| of(at, &|one| ranks.images.get(one.image)) },
            SortValue { most: ranks.versions.count, of: &|at| of(at, &|one| ranks.versions.get(one.version)) },
            SortValue { most: ranks.packages.count, of: &|at| of(at, &|one| ranks.packages.get(one.package)) },
        ],
    );
    Ok(order)
}
