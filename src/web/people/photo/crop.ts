/** Square part of a picture, in pixels of the picture. */
export type Crop = { readonly x: number; readonly y: number; readonly size: number };
export type Size = { readonly width: number; readonly height: number };

/**
 * Maximum zoom. With this zoom, even a face that is small in the picture can fill the stored photo of 256 × 256 pixels.
 */
export const maxZoom = 6;

/** Returns the largest possible square in the middle of the picture. */
export function wholeCrop(picture: Size): Crop {
  const size = Math.min(picture.width, picture.height);
  return { x: (picture.width - size) / 2, y: (picture.height - size) / 2, size };
}

/** Moves the square by `x` and `y`, in pixels of the picture. The square stays inside the picture. */
export function moveCrop(crop: Crop, by: { x: number; y: number }, picture: Size): Crop {
  return within({ ...crop, x: crop.x + by.x, y: crop.y + by.y }, picture);
}

/** Changes the size of the square, but not its middle. A `zoom` of 1 gives the square its largest size. */
export function zoomCrop(crop: Crop, zoom: number, picture: Size): Crop {
  const size = Math.min(picture.width, picture.height) / Math.min(Math.max(zoom, 1), maxZoom);
  const half = (crop.size - size) / 2;
  return within({ x: crop.x + half, y: crop.y + half, size }, picture);
}

export function zoomOf(crop: Crop, picture: Size): number {
  return Math.min(picture.width, picture.height) / crop.size;
}

/** Rounds the position and size of the square to whole pixels, inside the picture. */
export function roundCrop(crop: Crop, picture: Size): Crop {
  const size = Math.max(1, Math.floor(crop.size));
  const { x, y } = within({ x: Math.round(crop.x), y: Math.round(crop.y), size }, picture);
  return { x, y, size };
}

function within({ x, y, size }: Crop, { width, height }: Size): Crop {
  const clamp = (value: number, max: number) => Math.min(Math.max(value, 0), max);
  return { x: clamp(x, width - size), y: clamp(y, height - size), size };
}
