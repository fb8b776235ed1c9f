import { MAX_LOGO_BYTES } from '../schema.ts';
import type { LogoImage } from './logo-image.ts';
import { readJpeg } from './read-jpeg.ts';
import { readPng } from './read-png.ts';

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Returns an uploaded image in stored form: detects its type by its first bytes, and reads it to its end. */
export function readLogo(base64: string): LogoImage | { rule: string } {
  if (!BASE64.test(base64) || base64.length % 4 !== 0) return { rule: 'must be base64' };
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > MAX_LOGO_BYTES) return { rule: `has ${bytes.length} bytes; the maximum is 1 MiB` };
  if (bytes.subarray(0, 4).toString('latin1') === '\x89PNG') return readPng(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return readJpeg(bytes);
  return { rule: 'must be a PNG or a JPEG; other formats such as SVG are not supported' };
}
