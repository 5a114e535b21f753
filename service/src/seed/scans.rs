//! The demo scans: images put together from the catalogue, and what the advisories find in them.

use sha2::{Digest, Sha256};

use super::advisory::{self, Edition};
use super::catalogue::{ALPINE, DEBIAN, GOMOD, JAR, NPM, PIP, Package, REDHAT, Shelf};
use super::chance::Chance;
use crate::store::scans::Draft;
use crate::trivy::uuid;
use crate::wire::ContainerFinding;

/// One image: a distribution and what an application brings along.
struct Image {
    name: String,
    base: &'static Shelf,
    /// The distribution as scanners write it.
    release: &'static str,
    layers: Layers,
}

/// What an application brings along: packages, and where they were found.
type Layers = &'static [(&'static Shelf, &'static str)];

/// How an image is scanned.
#[derive(Clone, Copy)]
struct Survey {
    /// How many advisories are looked up for each package.
    depth: usize,
    edition: Edition,
}

/// Where packages of one kind are in an image.
struct Place<'a> {
    image: &'a str,
    kind: &'static str,
    target: &'a str,
}

const BASES: [(&Shelf, &str); 3] = [(&DEBIAN, "debian 12.5"), (&ALPINE, "alpine 3.19.1"), (&REDHAT, "redhat 9.4")];

const NODE: Layers = &[(&NPM, "app/package-lock.json")];
const PYTHON: Layers = &[(&PIP, "app/requirements.txt")];
const GO: Layers = &[(&GOMOD, "usr/local/bin/server")];
const JAVA: Layers = &[(&JAR, "app/app.jar")];
const NODE_AND_GO: Layers = &[(&NPM, "srv/web/package-lock.json"), (&GOMOD, "usr/local/bin/proxy")];

/// The images of the nightly scan.
const NIGHTLY: [(&str, usize, Layers); 12] = [
    ("registry.example.com/payments/api:1.42.0", 0, GO),
    ("registry.example.com/payments/ledger:3.8.1", 2, JAVA),
    ("registry.example.com/payments/settlement:0.19.4", 2, JAVA),
    ("registry.example.com/web/storefront:2026.10", 0, NODE),
    ("registry.example.com/web/gateway:2026.9", 1, NODE_AND_GO),
    ("registry.example.com/web/admin:2026.10", 0, NODE),
    ("registry.example.com/data/etl:5.2.0", 0, PYTHON),
    ("registry.example.com/data/reports:1.7.3", 0, PYTHON),
    ("registry.example.com/platform/scheduler:2.2.0", 1, GO),
    ("registry.example.com/platform/mailer:4.0.6", 1, NODE),
    ("registry.example.com/platform/search:8.1.0", 2, JAVA),
    ("registry.example.com:5000/tools/ci-runner:11", 0, NODE_AND_GO),
];

/// Names of which the fleet's two hundred images are made.
const AREAS: [&str; 10] =
    ["billing", "catalog", "checkout", "identity", "inventory", "media", "pricing", "routing", "shipping", "support"];
const PARTS: [&str; 20] = [
    "api", "worker", "web", "admin", "sync", "export", "import", "events", "cache", "index", "notify", "report",
    "audit", "batch", "proxy", "store", "stream", "jobs", "hooks", "ui",
];
const FLEET: usize = 100_000;

/// About 2,500 findings in a dozen images, as they are or as they were a week before.
pub(super) fn nightly(edition: Edition) -> serde_json::Result<Draft> {
    let mut draft = Draft::default();
    for (name, base, layers) in NIGHTLY {
        scan(&mut draft, &image(name.to_owned(), base, layers), Survey { depth: 8, edition }, usize::MAX)?;
    }
    Ok(draft)
}

/// Three of the nightly images.
pub(super) fn small() -> serde_json::Result<Draft> {
    let mut draft = Draft::default();
    for (name, base, layers) in NIGHTLY.into_iter().take(3) {
        scan(
            &mut draft,
            &image(name.to_owned(), base, layers),
            Survey { depth: 8, edition: Edition::Current },
            usize::MAX,
        )?;
    }
    Ok(draft)
}

/// Two images in which nothing was found.
pub(super) fn clean() -> Draft {
    let mut draft = Draft::default();
    draft.image("registry.example.com/platform/status-page:1.0.3");
    draft.image("registry.example.com/platform/probe:0.4.0");
    draft
}

/// Exactly 100,000 findings in two hundred images.
pub(super) fn fleet() -> serde_json::Result<Draft> {
    let mut draft = Draft::default();
    let names = AREAS.iter().flat_map(|area| PARTS.iter().map(move |part| (area, part)));
    let count = AREAS.len() * PARTS.len();
    for (at, (area, part)) in names.enumerate() {
        let layers = [NODE, PYTHON, GO, JAVA, NODE_AND_GO][at % 5];
        let name = format!("registry.example.com/{area}/{part}:{}.{}", 1 + at % 4, at % 13);
        let share = (FLEET * (at + 1)).div_ceil(count) - (FLEET * at).div_ceil(count);
        let survey = Survey { depth: 60, edition: Edition::Current };
        scan(&mut draft, &image(name, at % BASES.len(), layers), survey, share)?;
    }
    Ok(draft)
}

fn image(name: String, base: usize, layers: Layers) -> Image {
    let (base, release) = BASES[base];
    Image { name, base, release, layers }
}

/// Adds what is found in one image, at most `limit` findings.
fn scan(draft: &mut Draft, image: &Image, survey: Survey, limit: usize) -> serde_json::Result<()> {
    draft.image(&image.name);
    let base = format!("{} ({})", image.name, image.release);
    let layers = image.layers.iter().copied();
    let mut left = limit;
    for (shelf, target) in layers.chain([(image.base, base.as_str())]) {
        let place = Place { image: &image.name, kind: shelf.kind, target };
        for finding in shelf.packages.iter().flat_map(|package| findings(&place, package, survey)).take(left) {
            draft.push(&finding)?;
            left -= 1;
        }
    }
    Ok(())
}

/// What the advisories say of one package at one place.
fn findings(place: &Place<'_>, package: &Package, Survey { depth, edition }: Survey) -> Vec<ContainerFinding> {
    let Place { image, kind, target } = *place;
    let Some(installed) = installed(place, package, edition) else { return Vec::new() };
    let advisories = (0..depth).filter_map(|number| advisory::of(kind, package, number, edition));
    let affects = |advisory: &advisory::Advisory| advisory.fixed.is_none_or(|fixed| installed < fixed);
    advisories
        .filter(affects)
        .map(|advisory| ContainerFinding {
            uid: uid([image, target, &advisory.id, package.name]),
            image: image.to_owned(),
            kind: kind.to_owned(),
            target: target.to_owned(),
            id: advisory.id,
            package: package.name.to_owned(),
            severity: advisory.severity,
            installed_version: package.versions[installed].to_owned(),
            fixed_version: advisory.fixed.map(|fixed| package.versions[fixed].to_owned()),
            title: Some(advisory.title),
            primary_url: Some(advisory.url),
            epss_details: advisory.epss,
            public_exploit: advisory.exploit,
        })
        .collect()
}

/// Which of its versions a package has in an image; a few were one version older a week before, and a few are not there at all.
fn installed(place: &Place<'_>, package: &Package, edition: Edition) -> Option<usize> {
    let mut chance = Chance::of(&[place.image, place.kind, package.name]);
    let version = chance.below(package.versions.len());
    let upgraded = chance.permille(90);
    let absent = chance.permille(60);
    let version = if upgraded && edition == Edition::LastWeek { version.saturating_sub(1) } else { version };
    (!absent).then_some(version)
}

fn uid(identity: [&str; 4]) -> String {
    let mut hash = Sha256::new();
    for part in identity {
        hash.update(part);
        hash.update([0]);
    }
    uuid(&hash.finalize())
}
