/**
 * How the page is built. The Content-Security-Policy and the link to the module go into the built HTML only: the development server
 * inlines styles and scripts of its own, which the policy would refuse.
 */
import { defineConfig, type Plugin } from "vite";

const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data:",
  // The service is chosen on the page; a header that knows it narrows this (see README.md).
  "connect-src 'self' https: http://127.0.0.1:* http://localhost:*",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types lit-html",
].join("; ");

const contentSecurityPolicy: Plugin = {
  name: "content-security-policy",
  apply: "build",
  transformIndexHtml: () => [
    { tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: POLICY }, injectTo: "head-prepend" },
  ],
};

/** The module is on its way before the script that asks for it has arrived. */
const moduleAhead: Plugin = {
  name: "module-ahead",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: (_, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((name) => name.includes("scanfold_bg"))
        .map((name) => ({
          tag: "link",
          attrs: { rel: "preload", href: `./${name}`, as: "fetch", type: "application/wasm", crossorigin: true },
          injectTo: "head",
        })),
  },
};

export default defineConfig({
  base: "./",
  plugins: [contentSecurityPolicy, moduleAhead],
  build: {
    target: "es2022",
    // The theme is written with `light-dark()`: left as it is, not spelled out for older browsers.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    // A font, an image or the module inlined as `data:` would need a wider policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
