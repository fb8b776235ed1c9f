import { MAX_LOGO_BYTES } from '../schema.ts';
import { readJpeg } from './read-jpeg.ts';
import { readPng } from './read-png.ts';

export interface LogoImage {
  bytes: Uint8Array;
  contentType: 'image/png' | 'image/jpeg';
  width: number;
  height: number;
}

/** More than print can show; an image of a few bytes can claim billions of pixels. */
const MAX_SIDE_PIXELS = 2000;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Returns an uploaded image in stored form: detects its type by its first bytes, and reads it to its end. */
export function readLogo(base64: string): LogoImage | { rule: string } {
  if (!BASE64.test(base64) || base64.length % 4 !== 0) return { rule: 'is not base64' };
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > MAX_LOGO_BYTES) return { rule: `has ${bytes.length} bytes; 1 MiB is the most` };
  if (bytes.subarray(0, 4).toString('latin1') === '\x89PNG') return readPng(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return readJpeg(bytes);
  return { rule: 'must be a PNG or a JPEG; a drawing such as SVG is none' };
}

/** Returns the fault of an image's size; null if there is none. */
export function sizeFault(width: number, height: number): { rule: string } | null {
  if (width >= 1 && height >= 1 && width <= MAX_SIDE_PIXELS && height <= MAX_SIDE_PIXELS) return null;
  return { rule: `has ${width} × ${height} pixels; each side may have 1 to ${MAX_SIDE_PIXELS}` };
}
