/** What a template says, for words that can be tested without a browser: its texts in their order, without tags and attributes. */

/** A directive and a listener have no words. */
function written(value) {
  if (Array.isArray(value)) return value.map(written).join("");
  if (typeof value === "string" || typeof value === "number") return String(value).replaceAll("<", "‹").replaceAll(">", "›");
  if (value?.strings === undefined) return "";
  return value.strings.map((text, at) => text + written(value.values[at])).join("");
}

/** In one line. */
export const said = (template) => written(template).replace(/<[^>]*>/g, " ").replace(/\s+/g, " ").replace(/ (?=[.,:;])/g, "").trim();
