import { type LogoImage, sizeFault } from './logo-image.ts';

const BROKEN = { rule: 'is not a complete JPEG' };
const MARKER = 0xff;
const START_OF_SCAN = 0xda;
const END = [0xff, 0xd9];
/** Baseline, extended and progressive. */
const FRAMES = [0xc0, 0xc1, 0xc2];
/**
 * Tables, frames and the restart interval: the parts that a picture needs, without names, locations and
 * thumbnails.
 */
const KEPT = [0xc0, 0xc1, 0xc2, 0xc4, 0xdb, 0xdd, 0xda];

/** Returns a JPEG without metadata. */
export function readJpeg(bytes: Buffer): LogoImage | { rule: string } {
  const kept: Uint8Array[] = [bytes.subarray(0, 2)];
  let size: { width: number; height: number; components: number } | null = null;
  for (let at = 2; ; ) {
    if (at + 4 > bytes.length || bytes[at] !== MARKER) return BROKEN;
    const kind = bytes.readUInt8(at + 1);
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length || end < at + 4) return BROKEN;
    const segment = bytes.subarray(at, end);
    if (FRAMES.includes(kind)) {
      if (size || segment.length < 10) return BROKEN;
      const [height, width] = [segment.readUInt16BE(5), segment.readUInt16BE(7)];
      size = { width, height, components: segment.readUInt8(9) };
    }
    if (KEPT.includes(kind)) kept.push(segment);
    if (kind === START_OF_SCAN) {
      const rest = bytes.subarray(end);
      if (rest.indexOf(Buffer.from(END)) < 0) return BROKEN;
      kept.push(rest.subarray(0, rest.lastIndexOf(Buffer.from(END)) + 2));
      break;
    }
    at = end;
  }
  if (!size) return BROKEN;
  const { width, height, components } = size;
  if (components !== 1 && components !== 3)
    return { rule: 'must be greyscale or RGB; save this JPEG in RGB instead of its print colours' };
  return sizeFault(width, height) ?? { bytes: Buffer.concat(kept), contentType: 'image/jpeg', width, height };
}
