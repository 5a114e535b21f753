/**
 * The order of findings if none is chosen, as the package gives it to those of one scan: worst severity first, then a known
 * exploit, the EPSS probability with none last, a fix, then package, id and uid. For findings of a comparison, which no scan sorts.
 */
import { epssOf, isExploitable, isFixable, severityOf, type ContainerFinding } from "scanfold";
import { compareTexts } from "../parts/code-points.ts";
import { SEVERITIES } from "../state/severity.ts";

/** What is compared of a finding, as numbers that are made once: sorting compares each finding many times. */
interface Place<Item> {
  item: Item;
  uid: string;
  /** Severity, then exploit. */
  worst: number;
  /** Below every probability if there is none. */
  epss: number;
  /** Fix, then package, then id. */
  named: number;
}

/** Where each text stands among all: a scan has few packages and ids, and they are compared once. */
function ranks(texts: string[]): Map<string, number> {
  return new Map([...new Set(texts)].sort(compareTexts).map((text, rank) => [text, rank]));
}

const compare = (one: Place<unknown>, other: Place<unknown>): number =>
  one.worst - other.worst || other.epss - one.epss || one.named - other.named || compareTexts(one.uid, other.uid);

/** Sorts items by the finding of each. Equal ones keep their order. */
export function inDefaultOrder<Item>(items: readonly Item[], findingOf: (item: Item) => ContainerFinding): Item[] {
  const findings = items.map(findingOf);
  const packages = ranks(findings.map((finding) => finding.package));
  const ids = ranks(findings.map(({ id }) => id));
  const places = items.map((item, at): Place<Item> => {
    const finding = findings[at] as ContainerFinding;
    const name = (isFixable(finding) ? 0 : packages.size) + (packages.get(finding.package) ?? 0);
    return {
      item,
      uid: finding.uid,
      worst: 2 * SEVERITIES.indexOf(severityOf(finding)) + (isExploitable(finding) ? 0 : 1),
      epss: epssOf(finding) ?? -1,
      named: name * ids.size + (ids.get(finding.id) ?? 0),
    };
  });
  return places.sort(compare).map(({ item }) => item);
}
