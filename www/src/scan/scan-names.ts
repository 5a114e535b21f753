/** The names of a scan's images and targets, short beside one another. Made once a scan, of all of it: no filter changes a name. */
import type { ContainerScan } from "scanfold";
import { onceEach } from "../parts/kept.ts";
import { shortNames, type ShortNames } from "../parts/names.ts";

export type ScanNames = Record<"image" | "target", ShortNames>;

/** Of a scan with more of them, finding out what they have in common would hold the page up. */
const MOST = 5_000;

/** Those of a part of a finding, where that is one of the two. */
export const namesBy = (part: string, names: ScanNames): ShortNames | undefined => (part === "image" || part === "target" ? names[part] : undefined);

const short = (values: readonly { value: string }[]): ShortNames =>
  shortNames(values.length > MOST ? [] : values.map(({ value }) => value));

export const namesIn = onceEach((scan: ContainerScan): ScanNames => {
  const whole = scan.facets(undefined, { dimensions: ["image", "target"], limit: MOST + 1 });
  return { image: short(whole?.image ?? []), target: short(whole?.target ?? []) };
});
