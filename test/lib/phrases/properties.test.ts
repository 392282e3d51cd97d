/**
 * Properties of the reading of random phrases. PHRASE_COMBINATIONS sets their number and SEED their choice. This is a
 * sample; `bun run prove:phrases` reads 100,000.
 */
import { expect, test } from "bun:test";
import { findFaults } from "./properties.ts";

const count = Number(process.env.PHRASE_COMBINATIONS ?? 2_000);
const seed = Number(process.env.SEED ?? 1);

test(`All properties hold for ${count} random phrases`, () => {
  expect(findFaults(count, seed)).toEqual([]);
}, 3_600_000);
