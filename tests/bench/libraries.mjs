/** The libraries that the benchmark compares with. Node and the page load the same bundle of this file. */
export * as arquero from "arquero";
export { default as crossfilter } from "crossfilter2";
export { default as lodash } from "lodash";
