/** A square within a picture, in the picture's own pixels. */
export type Crop = { readonly x: number; readonly y: number; readonly size: number };
export type Size = { readonly width: number; readonly height: number };

/** Keeps a face large enough for the 256 pixels that are stored, also of a small picture. */
export const maxZoom = 6;

/** The largest square in the middle. */
export function wholeCrop(picture: Size): Crop {
  const size = Math.min(picture.width, picture.height);
  return { x: (picture.width - size) / 2, y: (picture.height - size) / 2, size };
}

/** `x` and `y` in the picture's pixels. */
export function moveCrop(crop: Crop, by: { x: number; y: number }, picture: Size): Crop {
  return within({ ...crop, x: crop.x + by.x, y: crop.y + by.y }, picture);
}

/** Keeps the middle. `zoom` is 1 for the largest square. */
export function zoomCrop(crop: Crop, zoom: number, picture: Size): Crop {
  const size = Math.min(picture.width, picture.height) / Math.min(Math.max(zoom, 1), maxZoom);
  const half = (crop.size - size) / 2;
  return within({ x: crop.x + half, y: crop.y + half, size }, picture);
}

export function zoomOf(crop: Crop, picture: Size): number {
  return Math.min(picture.width, picture.height) / crop.size;
}

/** Whole pixels within the picture. */
export function roundCrop(crop: Crop, picture: Size): Crop {
  const size = Math.max(1, Math.floor(crop.size));
  const { x, y } = within({ x: Math.round(crop.x), y: Math.round(crop.y), size }, picture);
  return { x, y, size };
}

function within({ x, y, size }: Crop, { width, height }: Size): Crop {
  const clamp = (value: number, max: number) => Math.min(Math.max(value, 0), max);
  return { x: clamp(x, width - size), y: clamp(y, height - size), size };
}
