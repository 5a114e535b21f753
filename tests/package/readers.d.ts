/** What the examples of the guides leave to their reader, and what those of them that run under Node take from it. */

declare const session: { token: string };
declare function draw(...given: unknown[]): void;
declare function show(...what: unknown[]): void;
declare function offerAgain(afterMs?: number): void;
declare const apiToken: string;
declare const link: HTMLAnchorElement;
declare const client: import("scanfold").Client;
declare const params: import("scanfold").ContainerResultsParams;

declare module "node:assert/strict" {
  const assert: {
    ok(value: unknown): asserts value;
    equal(actual: unknown, expected: unknown): void;
    deepEqual(actual: unknown, expected: unknown): void;
    match(actual: string, expected: RegExp): void;
    throws(call: () => unknown, expected?: RegExp | ((error: unknown) => boolean)): void;
    rejects(promise: Promise<unknown>, expected?: RegExp): Promise<void>;
  };
  export default assert;
}
