/** What the package asks of its platforms that the compiler's own types do not have. Not shipped. */

declare module "*.wasm" {
  const module: WebAssembly.Module;
  export default module;
}

declare module "node:fs/promises" {
  export function readFile(place: string | URL): Promise<Uint8Array<ArrayBuffer>>;
}

/** Node's alone. */
declare var setImmediate: ((step: (value: any) => void) => void) | undefined;

interface JSON {
  /** Newer than some engines. */
  isRawJSON?(value: unknown): boolean;
}
