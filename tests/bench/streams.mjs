/** Bodies as streams: as fast as they are read, or with the last chunk held back until it is asked for. */
import { chunks } from "./data.mjs";

/** Nothing is made before it is read. */
const LAZY = { highWaterMark: 0 };

export function streamOf(bytes) {
  const pieces = chunks(bytes);
  return new ReadableStream(
    {
      pull(controller) {
        const { done, value } = pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    },
    LAZY,
  );
}

/** `drained` resolves when a reader has taken in all chunks but the last and waits; `deliver` gives it the last. */
export function heldBack(bytes) {
  const pieces = [...chunks(bytes)];
  const last = pieces.pop();
  let place = 0;
  let controller;
  let waits;
  const drained = new Promise((resolve) => {
    waits = resolve;
  });
  const stream = new ReadableStream(
    {
      start(given) {
        controller = given;
      },
      pull() {
        if (place < pieces.length) controller.enqueue(pieces[place++]);
        else waits();
      },
    },
    LAZY,
  );
  const deliver = () => {
    controller.enqueue(last);
    controller.close();
  };
  return { stream, drained, deliver };
}

/** A side that asks each time of a scan, or of several, that was asked nothing before; opening and disposing are not timed. */
export function onFresh(open, ask) {
  let fresh;
  return {
    before: async () => {
      fresh = await open();
    },
    run: (turn) => ask(fresh, turn),
    after: () => {
      [fresh].flat().forEach((scan) => scan.dispose());
      fresh = undefined;
    },
  };
}
