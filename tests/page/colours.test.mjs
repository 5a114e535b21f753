/**
 * The severity colours of both themes can be told apart with normal sight and with every kind of colour blindness: a colour
 * difference of 27 or more (CIE 1976, in L*a*b*) between any two, simulated after Machado, Oliveira and Fernandes (2009).
 *
 * They stand out as what they mean does: critical and high alike, and each of the others less than the one that is worse. The
 * letter on each of them can be read.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { below } from "../harness/places.mjs";
import { contrast, SEVERITIES } from "./shown.mjs";

const LEAST = 27;
const SIGHT = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const tokens = readFileSync(below("www", "src", "style", "tokens.css"), "utf8");

/** A colour as six digits, in the light theme and in the dark one. */
function token(name) {
  const colour = "#([0-9a-f]{6}|[0-9a-f]{3})";
  const found = new RegExp(`--${name}: (?:light-dark\\(${colour}, ${colour}\\)|${colour});`).exec(tokens);
  assert.ok(found, `--${name} is a colour`);
  const [light, dark, both] = found.slice(1);
  return [light ?? both, dark ?? both].map((digits) => `#${digits.length === 6 ? digits : digits.replace(/./g, "$&$&")}`);
}

const inTheme = (names, at) => names.map((name) => token(name)[at]);
const THEMES = { light: 0, dark: 1 };

const channels = (hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

function linear(hex) {
  return channels(hex).map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
}

const seen = (matrix, colour) =>
  matrix.map((row) => Math.min(1, Math.max(0, row[0] * colour[0] + row[1] * colour[1] + row[2] * colour[2])));

function lab([r, g, b]) {
  const f = (t) => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116);
  const [x, y, z] = [
    (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047,
    0.2126729 * r + 0.7151522 * g + 0.072175 * b,
    (0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883,
  ].map(f);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const difference = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

const point = (colour) => lab(linear(colour));
const contrastOf = (...colours) => contrast(...colours.map((colour) => channels(colour).join(" ")));

for (const [theme, at] of Object.entries(THEMES)) {
  const colours = inTheme(SEVERITIES, at);
  const [surface, chosen] = inTheme(["surface", "chosen"], at);

  test(`${theme} severity colours stand out from the surface in the order of what they mean`, () => {
    const [critical, high, ...less] = colours.map((colour) => difference(point(colour), point(surface)));
    assert.ok(Math.abs(critical - high) < 6, `critical ${critical.toFixed(1)}, high ${high.toFixed(1)}`);
    const order = [Math.min(critical, high), ...less];
    assert.ok(order.every((one, place) => place === 0 || one < order[place - 1] - 5), order.map((one) => one.toFixed(1)).join(" > "));
  });

  test(`${theme} severity colours have letters that can be read`, () => {
    const letters = inTheme(SEVERITIES.map((severity) => `on-${severity}`), at);
    const low = colours.map((colour, place) => contrastOf(colour, letters[place])).filter((by) => by < 4.5);
    assert.deepEqual(low, []);
  });

  // A light yellow that is seen well enough on white is brown: in that theme, medium is recognised by its word and its number.
  test(`${theme} severity colours are seen on a row, chosen or not`, () => {
    const seenHere = colours.filter((_, place) => theme === "dark" || SEVERITIES[place] !== "medium");
    const low = seenHere.flatMap((colour) => [surface, chosen].map((under) => contrastOf(colour, under))).filter((by) => by < 3);
    assert.deepEqual(low, []);
  });

  for (const [sight, matrix] of Object.entries(SIGHT)) {
    test(`${theme} severity colours differ for ${sight} sight`, () => {
      const points = colours.map((colour) => lab(seen(matrix, linear(colour))));
      for (let a = 0; a < points.length; a += 1) {
        for (let b = 0; b < a; b += 1) {
          const by = difference(points[a], points[b]);
          assert.ok(by >= LEAST, `${SEVERITIES[a]} and ${SEVERITIES[b]} differ by ${by.toFixed(1)}`);
        }
      }
    });
  }
}
