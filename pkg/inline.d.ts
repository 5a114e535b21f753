/** For compilers that read no `exports` (`moduleResolution: "node10"`): the types of `scanfold/inline` are those of the package. */

export * from "./index.js";
