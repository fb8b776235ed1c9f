export interface LogoImage {
  bytes: Uint8Array;
  contentType: 'image/png' | 'image/jpeg';
  width: number;
  height: number;
}

/** More than print can show; an image of a few bytes can claim billions of pixels. */
const MAX_SIDE_PIXELS = 2000;

/** Returns the fault of an image's size; null if there is none. */
export function sizeFault(width: number, height: number): { rule: string } | null {
  if (width >= 1 && height >= 1 && width <= MAX_SIDE_PIXELS && height <= MAX_SIDE_PIXELS) return null;
  return { rule: `has ${width} × ${height} pixels; each side must have 1 to ${MAX_SIDE_PIXELS}` };
}
