/** Square of a photo that is stored, tested without a browser. */
import { describe, expect, test } from "bun:test";
import { moveCrop, roundCrop, wholeCrop, zoomCrop, zoomOf } from "#web/people/photo/crop.ts";

describe("The square for cropping a photo", () => {
  const wide = { width: 600, height: 300 };

  test("The square for cropping a photo is at first as large as possible and in the middle of the picture", () => {
    const whole = wholeCrop(wide);
    expect(whole).toEqual({ x: 150, y: 0, size: 300 });
    expect(moveCrop(whole, { x: -500, y: -5 }, wide)).toEqual({ x: 0, y: 0, size: 300 });
    expect(moveCrop(whole, { x: 500, y: 5 }, wide)).toEqual({ x: 300, y: 0, size: 300 });
    const close = zoomCrop(whole, 3, wide);
    expect(close).toEqual({ x: 250, y: 100, size: 100 });
    expect(zoomOf(close, wide)).toBe(3);
    const corner = moveCrop(close, { x: 999, y: 999 }, wide);
    expect(corner).toEqual({ x: 500, y: 200, size: 100 });
    expect(zoomCrop(corner, 0.1, wide)).toEqual({ x: 300, y: 0, size: 300 });
    expect(zoomOf(zoomCrop(corner, 99, wide), wide)).toBe(6);
  });

  test("The square for cropping a photo is sent in whole pixels of the picture", () => {
    for (const picture of [wide, { width: 1, height: 9 }, { width: 641, height: 479 }]) {
      for (const zoom of [1, 1.37, 5.9]) {
        for (const x of [-9, 0, 0.4, 9_999]) {
          const crop = roundCrop(moveCrop(zoomCrop(wholeCrop(picture), zoom, picture), { x, y: x }, picture), picture);
          expect(Object.values(crop).every(Number.isInteger)).toBe(true);
          expect(Math.min(crop.x, crop.y)).toBeGreaterThanOrEqual(0);
          expect(crop.size).toBeGreaterThan(0);
          expect(crop.x + crop.size).toBeLessThanOrEqual(picture.width);
          expect(crop.y + crop.size).toBeLessThanOrEqual(picture.height);
        }
      }
    }
  });
});
