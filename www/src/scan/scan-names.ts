/**
 * Short names for a scan's images and targets. Made once for the whole scan, so that no filter changes a name. `targetInRail` is
 * for the rail of filters, which is narrow: it leaves out the distribution in brackets after a target.
 */
import type { ContainerScan } from "scanfold";
import { onceEach } from "../parts/kept.ts";
import { shortNames, type ShortNames } from "../parts/names.ts";

export type ScanNames = Record<"image" | "target" | "targetInRail", ShortNames>;

/** With more names than this, finding out what they have in common would hold the page up. */
const MOST = 5_000;

/** The short names for a part of a finding, if it is one of the two. */
export const namesBy = (part: string, names: ScanNames): ShortNames | undefined => (part === "image" || part === "target" ? names[part] : undefined);

/** The same in the rail. */
export const railNamesBy = (part: string, names: ScanNames): ShortNames | undefined => (part === "target" ? names.targetInRail : namesBy(part, names));

const namesOf = (values: readonly { value: string }[]): string[] => (values.length > MOST ? [] : values.map(({ value }) => value));

export const namesIn = onceEach((scan: ContainerScan): ScanNames => {
  const whole = scan.facets(undefined, { dimensions: ["image", "target"], limit: MOST + 1 });
  const [images, targets] = [namesOf(whole?.image ?? []), namesOf(whole?.target ?? [])];
  return { image: shortNames(images), target: shortNames(targets), targetInRail: shortNames(targets, "little") };
});
