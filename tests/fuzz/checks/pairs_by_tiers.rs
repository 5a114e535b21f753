//! Findings of two scans paired slowly, as the tiers of identity are defined: as multisets, those first that agree in more.

use super::plain_findings::Plain;
use scanfold::findings::MatchedBy;
use scanfold::wire::severity::Severity;
use std::collections::{BTreeMap, BTreeSet};

/// What findings of one identity are paired by: those that agree in all of it first, then those of one severity.
pub type Class = (Severity, bool, bool);

pub fn class(finding: &Plain) -> Class {
    (finding.severity, finding.is_fixable, finding.is_exploitable)
}

/// The texts that identify a finding, and their places.
pub const TEXTS: [&str; 6] = ["uid", "image", "target", "id", "package", "installed_version"];
const UID: usize = 0;
const IMAGE: usize = 1;
const TARGET: usize = 2;
const ID: usize = 3;
const PACKAGE: usize = 4;
const VERSION: usize = 5;

/// A finding as it is paired.
#[derive(Clone, Copy)]
pub struct Single<'a> {
    texts: [&'a str; 6],
    pub class: Class,
    pub finding: Plain<'a>,
}

impl<'a> Single<'a> {
    fn of(finding: &Plain<'a>) -> Self {
        Single { texts: std::array::from_fn(|at| finding.text(TEXTS[at])), class: class(finding), finding: *finding }
    }

    fn texts_at(&self, places: &[usize]) -> Vec<&'a str> {
        places.iter().map(|at| self.texts[*at]).collect()
    }
}

/// What findings must agree in, besides texts, to be paired by a step.
type Alike = (Option<Severity>, Option<Class>);

/// Pairs findings tier by tier, each tier in steps, each step by what must be equal.
pub struct Model<'a> {
    /// Findings that are still alone.
    pub alone: [Vec<Single<'a>>; 2],
    pub pairs: Vec<[Single<'a>; 2]>,
    ignore_image: bool,
    pub matched_by: MatchedBy,
}

impl<'a> Model<'a> {
    pub fn of(plain: &[Vec<Plain<'a>>; 2], ignore_image: bool) -> Self {
        let alone = [0, 1].map(|side| plain[side].iter().map(Single::of).collect());
        let mut model = Model { alone, pairs: Vec::new(), ignore_image, matched_by: MatchedBy::default() };
        let identity = &[ID, PACKAGE, VERSION, TARGET, IMAGE][..5 - usize::from(ignore_image)];
        let without = |left_out: &[usize]| identity.iter().copied().filter(|at| !left_out.contains(at)).collect();
        let tiers: [Vec<usize>; 3] = [&[][..], &[TARGET], &[TARGET, VERSION]].map(without);
        for places in &tiers {
            model.matched_by.uid += model.tier(&[&[UID], places.as_slice()].concat());
        }
        model.matched_by.uid += model.tier(&[UID]);
        let [exact, without_target, without_version] = tiers.map(|places| model.tier(&places));
        model.matched_by = MatchedBy { exact, without_target, without_version, ..model.matched_by };
        model
    }

    /// Pairs findings for which these texts are equal, those that agree in more first. An empty uid is equal to nothing.
    fn tier(&mut self, places: &[usize]) -> u32 {
        let before = self.pairs.len();
        let steps: [fn(Class) -> Alike; 3] =
            [|class| (Some(class.0), Some(class)), |class| (Some(class.0), None), |_| (None, None)];
        for step in steps {
            if self.ignore_image {
                self.step(step, &[places, &[IMAGE]].concat());
            }
            self.step(step, places);
        }
        (self.pairs.len() - before) as u32
    }

    /// Pairs findings that are alike and for which these texts are equal: the first with the first, and so on.
    fn step(&mut self, alike: fn(Class) -> Alike, places: &[usize]) {
        if self.alone.iter().any(Vec::is_empty) {
            return;
        }
        // What a tier leaves out decides by the order of its texts who is paired first.
        let order = if self.ignore_image {
            [ID, PACKAGE, VERSION, TARGET, IMAGE]
        } else {
            [IMAGE, ID, PACKAGE, VERSION, TARGET]
        };
        let mut groups: BTreeMap<(Vec<&str>, Alike), [Vec<Single<'a>>; 2]> = BTreeMap::new();
        for (side, singles) in self.alone.iter().enumerate() {
            for single in singles.iter().filter(|single| !places.contains(&UID) || !single.texts[UID].is_empty()) {
                let key = (single.texts_at(places), alike(single.class));
                groups.entry(key).or_default()[side].push(*single);
            }
        }
        let mut paired = [BTreeSet::new(), BTreeSet::new()];
        for [mut before, mut after] in groups.into_values() {
            for singles in [&mut before, &mut after] {
                singles.sort_by_key(|single| (single.class, single.texts_at(&order), single.finding.row));
            }
            for (one, other) in before.into_iter().zip(after) {
                paired[0].insert(one.finding.row);
                paired[1].insert(other.finding.row);
                self.pairs.push([one, other]);
            }
        }
        for (singles, paired) in self.alone.iter_mut().zip(&paired) {
            singles.retain(|single| !paired.contains(&single.finding.row));
        }
    }
}
