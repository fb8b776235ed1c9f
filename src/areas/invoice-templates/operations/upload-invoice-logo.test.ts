import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { expectRejected } from '#test/borders.ts';
import { PIXEL_PNG } from '#test/examples/invoice-templates.ts';
import { useService } from '#test/running-app.ts';
import { readPng } from '../logo/read-png.ts';

const service = useService();
const upload = (content: Buffer | string) =>
  service.sandbox.post('/ext/v1/invoice_templates/logos', {
    content: typeof content === 'string' ? content : content.toString('base64'),
  });

function chunk(name: string, content: Buffer): Buffer {
  const bytes = Buffer.alloc(content.length + 12);
  bytes.writeUInt32BE(content.length, 0);
  bytes.write(name, 4, 'latin1');
  bytes.set(content, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), bytes.length - 4);
  return bytes;
}

function png(
  { width = 1, height = 1, depth = 8, colorType = 2, interlace = 0 },
  data: Buffer,
  others: Buffer[] = [],
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colorType, 0, 0, interlace], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const parts = [chunk('IHDR', header), ...others, chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...parts]);
}

/** One gray pixel: start, quantization table, frame, Huffman tables, scan, end; and a comment. */
const JPEG = Buffer.concat([
  Buffer.from('ffd8', 'hex'),
  Buffer.from('fffe000a7365637265742121', 'hex'),
  Buffer.concat([Buffer.from('ffdb004300', 'hex'), Buffer.alloc(64, 1)]),
  Buffer.from('ffc0000b080001000101011100', 'hex'),
  Buffer.from('ffc40014000100000000000000000000000000000003', 'hex'),
  Buffer.from('ffc40014100100000000000000000000000000000000', 'hex'),
  Buffer.from('ffda0008010100003f00', 'hex'),
  Buffer.from('3fffd9', 'hex'),
]);

const row = (...bytes: number[]) => deflateSync(Buffer.from(bytes));

const PLAIN = png({}, row(0, 1, 2, 3));

/** With one bit of a byte turned. */
function broken(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
  return copy;
}

/** Header and picture are chunks, too. */
const manyChunks = () => png({}, row(0, 1, 2, 3), Array(4095).fill(chunk('tEXt', Buffer.alloc(0))));

function longHeader(): Buffer {
  const header = Buffer.concat([PLAIN.subarray(16, 29), Buffer.alloc(1)]);
  return Buffer.concat([PLAIN.subarray(0, 8), chunk('IHDR', header), PLAIN.subarray(33)]);
}

describe('uploadInvoiceLogo', () => {
  it('201 with a file, which is the picture on white and nothing else', async () => {
    const { status, body } = await upload(PIXEL_PNG);
    expect(status).toBe(201);
    expect(body).toEqual({
      ...{ fileId: expect.stringMatching(/^file\./), contentType: 'image/png', width: 1, height: 1 },
    });
    const drawn = readPng(Buffer.from(PIXEL_PNG, 'base64'));
    // Red at 128 of 255 on white: (255 × 128 + 255 × 127) / 255 = 255, and 255 × 127 / 255 = 127.
    const plain = png({}, row(0, 255, 127, 127));
    expect('bytes' in drawn && Buffer.from(drawn.bytes)).toEqual(plain);
  });

  it.each([
    // what                 color type, bytes of the one row, what else                       RGB
    ['grey', 0, row(0, 7), [], [7, 7, 7]],
    ['grey and alpha', 4, row(0, 0, 0), [], [255, 255, 255]],
    ['a palette', 3, row(0, 1), [chunk('PLTE', Buffer.from([9, 9, 9, 1, 2, 3]))], [1, 2, 3]],
    ['a filter', 2, row(1, 4, 5, 6), [], [4, 5, 6]],
  ] as const)('reads %s', (_, colorType, data, others, rgb) => {
    const drawn = readPng(png({ colorType }, data, [...others]));
    expect('bytes' in drawn && Buffer.from(drawn.bytes)).toEqual(png({}, row(0, ...rgb)));
  });

  it('201 for a JPEG, without its comments', async () => {
    const { status, body } = await upload(JPEG);
    expect([status, body?.contentType, body?.width]).toEqual([201, 'image/jpeg', 1]);
    const { readJpeg } = await import('../logo/read-jpeg.ts');
    const read = readJpeg(JPEG);
    expect('bytes' in read && Buffer.from(read.bytes).includes('secret')).toBe(false);
  });

  it.each([
    // what is sent                                                                       what is said
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /^content: must be a PNG or a JPEG/],
    ['a GIF', Buffer.from('GIF89a......'), /^content: must be a PNG or a JPEG/],
    ['no base64', 'ab%d', 'content: must be base64'],
    ['a PNG that is cut', Buffer.from(PIXEL_PNG, 'base64').subarray(0, 50), 'content: is not a complete PNG'],
    ['pixels that are missing', png({ height: 2 }, row(0, 1, 2, 3)), 'content: is not a complete PNG'],
    [
      'pixels that are too many',
      png({}, deflateSync(Buffer.alloc(10_000_000))),
      'content: is not a complete PNG',
    ],
    [
      'a color that the palette lacks',
      png({ colorType: 3 }, row(0, 5), [chunk('PLTE', Buffer.alloc(3))]),
      'content: is not a complete PNG',
    ],
    ['a filter that there is not', png({}, row(9, 1, 2, 3)), 'content: is not a complete PNG'],
    ['another signature', broken(PLAIN, 5), 'content: is not a complete PNG'],
    ['a sum that is wrong', broken(PLAIN, PLAIN.length - 13), 'content: is not a complete PNG'],
    ['a PNG without an end', PLAIN.subarray(0, -12), 'content: is not a complete PNG'],
    ['a header that is too long', longHeader(), 'content: is not a complete PNG'],
    ['16 bits a sample', png({ depth: 16 }, row(0, 1, 1, 2, 2, 3, 3)), /must have 8 bits per sample/],
    ['a color type that there is not', png({ colorType: 5 }, row(0, 1)), /must have 8 bits per sample/],
    ['no palette', png({ colorType: 3 }, row(0, 0)), 'content: is not a complete PNG'],
    [
      'a palette with a part of a color',
      png({ colorType: 3 }, row(0, 0), [chunk('PLTE', Buffer.alloc(4))]),
      'content: is not a complete PNG',
    ],
    [
      '4,097 chunks before its end',
      manyChunks(),
      'content: has more than 4096 chunks; save it without metadata',
    ],
    ['interlacing', png({ interlace: 1 }, row(0, 1, 2, 3)), /no interlacing$/],
    ['a giant', png({ width: 2001 }, row(0)), 'content: has 2001 × 1 pixels; each side must have 1 to 2000'],
    [
      'a giant JPEG',
      Buffer.from(JPEG.toString('hex').replace('ffc0000b0800010001', 'ffc0000b0800017fff'), 'hex'),
      'content: has 32767 × 1 pixels; each side must have 1 to 2000',
    ],
    ['a JPEG that is cut', JPEG.subarray(0, -2), 'content: is not a complete JPEG'],
    [
      'a JPEG without a frame',
      Buffer.from('ffd8ffda0008010100003f003fffd9', 'hex'),
      'content: is not a complete JPEG',
    ],
  ])('400 for %s', async (_, content, message) => {
    expectRejected(await upload(content), 400, message);
  });

  it('400 over 1 MiB', async () => {
    const bytes = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(1_048_569)]);
    expectRejected(await upload(bytes), 400, 'content: has 1048577 bytes; the maximum is 1 MiB');
  });
});
