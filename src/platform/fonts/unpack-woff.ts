import { inflateSync } from 'node:zlib';

const WOFF_HEADER = 44;
const WOFF_ENTRY = 20;
const HEADER = 12;
const ENTRY = 16;

/**
 * Unpacks a WOFF 1.0 font, keeping its tables: fontkit would unpack a table anew for every glyph. The files
 * are bundled with the product, so their content is trusted.
 */
export function unpackWoff(packed: Buffer): Buffer {
  const count = packed.readUInt16BE(12);
  const header = Buffer.alloc(HEADER + count * ENTRY);
  packed.copy(header, 0, 4, 8);
  header.writeUInt16BE(count, 4);
  const tables: Buffer[] = [header];
  let at = header.length;
  for (let i = 0; i < count; i++) {
    const from = WOFF_HEADER + i * WOFF_ENTRY;
    const [offset, length, size, checksum] = [4, 8, 12, 16].map((each) => packed.readUInt32BE(from + each));
    const part = packed.subarray(offset, (offset ?? 0) + (length ?? 0));
    const table = length === size ? part : inflateSync(part);
    const entry = HEADER + i * ENTRY;
    packed.copy(header, entry, from, from + 4);
    for (const [j, value] of [checksum, at, table.length].entries())
      header.writeUInt32BE(value ?? 0, entry + 4 + j * 4);
    const padding = Buffer.alloc((4 - (table.length % 4)) % 4);
    tables.push(table, padding);
    at += table.length + padding.length;
  }
  return Buffer.concat(tables);
}
