import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { type LogoImage, sizeFault } from './logo-image.ts';

const BROKEN = { rule: 'is not a complete PNG' };
/** Programs write PNG data in chunks of at least 8 KiB: 1 MiB of image has 128 of those. */
const MAX_CHUNKS = 4096;
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** Samples of a pixel by color type: grey, RGB, palette, grey and alpha, RGB and alpha. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

interface Header {
  width: number;
  height: number;
  depth: number;
  colorType: number;
}

/** Re-encodes a PNG on white, as plain RGB, so that readers only get pixels and parse no other chunks. */
export function readPng(bytes: Buffer): LogoImage | { rule: string } {
  const chunks = readChunks(bytes);
  if ('rule' in chunks) return chunks;
  const header = chunks.get('IHDR')?.[0];
  if (header?.length !== 13) return BROKEN;
  const { width, height, depth, colorType } = readHeader(header);
  const fault = sizeFault(width, height);
  if (fault) return fault;
  if (depth !== 8 || header.readUInt8(12) !== 0 || SAMPLES[colorType] === undefined)
    return { rule: 'must have 8 bits per sample and no interlacing' };
  const [palette] = chunks.get('PLTE') ?? [];
  if (colorType === 3 && (!palette || palette.length % 3 !== 0)) return BROKEN;
  const pixels = readPixels(chunks.get('IDAT') ?? [], { width, height, depth, colorType });
  if (!pixels) return BROKEN;
  const opacities = chunks.get('tRNS')?.[0];
  const rgb = onWhite(pixels, { colorType, palette, opacities });
  if (!rgb) return BROKEN;
  return { bytes: writePng(rgb, { width, height }), contentType: 'image/png', width, height };
}

function readHeader(header: Buffer): Header {
  return {
    width: header.readUInt32BE(0),
    height: header.readUInt32BE(4),
    depth: header.readUInt8(8),
    colorType: header.readUInt8(9),
  };
}

/**
 * Returns the chunks by name, up to the end chunk that every PNG has; a fault if one is truncated or its
 * checksum is wrong.
 */
function readChunks(bytes: Buffer): Map<string, Buffer[]> | { rule: string } {
  if (!bytes.subarray(0, 8).equals(SIGNATURE)) return BROKEN;
  const chunks = new Map<string, Buffer[]>();
  let count = 0;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > bytes.length) return BROKEN;
    const named = bytes.subarray(at + 4, end - 4);
    if (crc32(named) !== bytes.readUInt32BE(end - 4)) return BROKEN;
    const name = named.toString('latin1', 0, 4);
    if (name === 'IEND') return chunks;
    const same = chunks.get(name);
    if (same) same.push(named.subarray(4));
    else chunks.set(name, [named.subarray(4)]);
    if (++count > MAX_CHUNKS) return { rule: `has more than ${MAX_CHUNKS} chunks; save it without metadata` };
    at = end;
  }
  return BROKEN;
}

/** Returns the samples of all pixels, with the filters of their rows undone; null if some are missing. */
function readPixels(parts: readonly Buffer[], { width, height, colorType }: Header): Uint8Array | null {
  const samples = SAMPLES[colorType] ?? 1;
  const rowLength = width * samples;
  const filtered = unpack(Buffer.concat(parts), (rowLength + 1) * height);
  if (!filtered) return null;
  const pixels = new Uint8Array(rowLength * height);
  for (let row = 0; row < height; row++) {
    const from = row * (rowLength + 1);
    const filter = filtered[from] ?? 0;
    if (filter > 4) return null;
    for (let i = 0; i < rowLength; i++) {
      const at = row * rowLength + i;
      const left = i >= samples ? (pixels[at - samples] ?? 0) : 0;
      const up = row > 0 ? (pixels[at - rowLength] ?? 0) : 0;
      const corner = i >= samples && row > 0 ? (pixels[at - rowLength - samples] ?? 0) : 0;
      pixels[at] = (filtered[from + 1 + i] ?? 0) + predicted(filter, { left, up, corner });
    }
  }
  return pixels;
}

function unpack(packed: Buffer, length: number): Buffer | null {
  try {
    const unpacked = inflateSync(packed, { maxOutputLength: length + 1 });
    return unpacked.length === length ? unpacked : null;
  } catch {
    // Whatever error zlib reports, it is not a valid picture.
    return null;
  }
}

function predicted(filter: number, { left, up, corner }: Record<'left' | 'up' | 'corner', number>): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return Math.floor((left + up) / 2);
  if (filter !== 4) return 0;
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

interface Colors {
  colorType: number;
  palette: Buffer | undefined;
  opacities: Buffer | undefined;
}

/** Returns null if a pixel has a color that the palette lacks. */
function onWhite(pixels: Uint8Array, { colorType, palette, opacities }: Colors): Uint8Array | null {
  const samples = SAMPLES[colorType] ?? 1;
  const count = pixels.length / samples;
  const rgb = new Uint8Array(count * 3);
  for (let i = 0; i < count; i++) {
    const at = i * samples;
    const first = pixels[at] ?? 0;
    const source = colorType === 3 ? palette : pixels;
    const from = colorType === 3 ? first * 3 : at;
    if (!source || from >= source.length) return null;
    const isGrey = samples <= 2 && colorType !== 3;
    const alpha =
      colorType === 3 ? (opacities?.[first] ?? 255) : colorType >= 4 ? (pixels[at + samples - 1] ?? 0) : 255;
    for (let channel = 0; channel < 3; channel++) {
      const value = source[from + (isGrey ? 0 : channel)] ?? 0;
      rgb[i * 3 + channel] = Math.round((value * alpha + 255 * (255 - alpha)) / 255);
    }
  }
  return rgb;
}

function writePng(rgb: Uint8Array, { width, height }: { width: number; height: number }): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const rows = Buffer.alloc((width * 3 + 1) * height);
  for (let row = 0; row < height; row++)
    rows.set(rgb.subarray(row * width * 3, (row + 1) * width * 3), row * (width * 3 + 1) + 1);
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([SIGNATURE, ...parts]);
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const bytes = Buffer.alloc(named.length + 8);
  bytes.writeUInt32BE(content.length, 0);
  bytes.set(named, 4);
  bytes.writeUInt32BE(crc32(named), named.length + 4);
  return bytes;
}
