/**
 * The names of a scan's images and targets, short beside one another. Made once a scan, of all of it: no filter changes a name.
 * `targetInRail` is for the rail of filters, which is narrow: the distribution, in brackets behind a target, is left out there.
 */
import type { ContainerScan } from "scanfold";
import { onceEach } from "../parts/kept.ts";
import { shortNames, type ShortNames } from "../parts/names.ts";

export type ScanNames = Record<"image" | "target" | "targetInRail", ShortNames>;

/** Of a scan with more of them, finding out what they have in common would hold the page up. */
const MOST = 5_000;

/** Those of a part of a finding, where that is one of the two. */
export const namesBy = (part: string, names: ScanNames): ShortNames | undefined => (part === "image" || part === "target" ? names[part] : undefined);

/** The same in the rail. */
export const railNamesBy = (part: string, names: ScanNames): ShortNames | undefined => (part === "target" ? names.targetInRail : namesBy(part, names));

const namesOf = (values: readonly { value: string }[]): string[] => (values.length > MOST ? [] : values.map(({ value }) => value));

export const namesIn = onceEach((scan: ContainerScan): ScanNames => {
  const whole = scan.facets(undefined, { dimensions: ["image", "target"], limit: MOST + 1 });
  const [images, targets] = [namesOf(whole?.image ?? []), namesOf(whole?.target ?? [])];
  return { image: shortNames(images), target: shortNames(targets), targetInRail: shortNames(targets, "little") };
});
