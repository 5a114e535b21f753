/**
 * The table, as Markdown. A line is `{ where, work, against, size, unit, ours, theirs, ratio, target, most, met }`, of which
 * `ours` and `theirs` have a median and, with more than one sample, quartiles; `met` is undefined without a target.
 */

const short = (number) => {
  if (number >= 100) return number.toFixed(0);
  if (number >= 10) return number.toFixed(1);
  return number >= 0.1 ? number.toFixed(2) : number.toPrecision(2);
};

const count = (size) => (size >= 1_000_000 ? `${size / 1_000_000}M` : size >= 1000 ? `${size / 1000}k` : `${size}`);

const quantity = (part, unit) => {
  if (!part) return "";
  const spread = part.low === undefined ? "" : ` (${short(part.low)}–${short(part.high)})`;
  return `${short(part.median)}${unit === "" ? "" : ` ${unit}`}${spread}`;
};

function target({ target, most, unit }) {
  if (target !== undefined) return `≥ ${target}×`;
  return most === undefined ? "" : `≤ ${most} ${unit}`;
}

function ratio({ ratio, ours, theirs, plain }) {
  if (plain || !theirs) return "";
  return `${short(ratio ?? theirs.median / ours.median)}×`;
}

const verdict = ({ met }) => (met === undefined ? "" : met ? "yes" : "**no**");

const row = (cells) => `| ${cells.join(" | ")} |`;

export function table(lines) {
  const head = ["work", "findings", "against", "where", "ours", "theirs", "ratio", "target", "met"];
  const cells = lines.map((line) => [
    line.work,
    line.size === undefined ? "" : count(line.size),
    line.against ?? "",
    line.where,
    quantity(line.ours, line.unit),
    quantity(line.theirs, line.unit),
    ratio(line),
    target(line),
    verdict(line),
  ]);
  return [row(head), row(head.map(() => "---")), ...cells.map(row)].join("\n");
}

/** One line for each piece of work and runtime, one column for each size. */
export function growthTable(byRuntime) {
  const sizes = [...new Set(Object.values(byRuntime).flatMap((grown) => Object.keys(grown)))].sort((a, b) => a - b);
  const head = ["work", "where", ...sizes.map((size) => count(Number(size)))];
  const names = [...new Set(Object.values(byRuntime).flatMap((grown) => Object.values(grown).flatMap(Object.keys)))];
  const lines = names.flatMap((name) =>
    Object.entries(byRuntime).map(([where, grown]) => [name, where, ...sizes.map((size) => quantity(grown[size]?.[name] && { median: grown[size][name].median }, "ms"))]),
  );
  return [row(head), row(head.map(() => "---")), ...lines.map(row)].join("\n");
}
