import { crc32, deflateSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { invoiceRow, keepInvoices, orgOf } from '#test/invoice-rows.ts';
import { longestTurnMs } from '#test/longest-turn.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const MAX_MS = 50;
/** More steps than a text may take. */
const LONG_LOOP = '{% for a in (1..1000) %}{% for b in (1..1000) %}{% endfor %}{% endfor %}'.repeat(20);

beforeAll(async () => {
  const org = await orgOf(service, 'production');
  await keepInvoices(service, org, [invoiceRow({ id: 'inv.1', sequenceId: '2030-02-0001' })]);
});

function chunk(name: string, content: Buffer): Buffer {
  const bytes = Buffer.alloc(content.length + 12);
  bytes.writeUInt32BE(content.length, 0);
  bytes.write(name, 4, 'latin1');
  bytes.set(content, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), bytes.length - 4);
  return bytes;
}

function png(side: number, parts: readonly Buffer[]): string {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const end = chunk('IEND', Buffer.alloc(0));
  return Buffer.concat([signature, chunk('IHDR', header), ...parts, end]).toString('base64');
}

/** Rows of 2000 pixels with a filter that looks at three neighbours of each. */
function whole(side: number): Buffer {
  const rows = Buffer.alloc(side * (side * 3 + 1), 7);
  for (let row = 0; row < side; row++) rows[row * (side * 3 + 1)] = 4;
  return chunk('IDAT', deflateSync(rows));
}

describe('no request holds the event loop for more than 50 ms:', () => {
  const upload = (content: string) => () =>
    service.production.post('/ext/v1/invoice_templates/logos', { content });
  const preview = (texts: Record<string, string>) => () =>
    service.production.post('/ext/v1/invoice_templates/preview', { invoiceId: 'inv.1', content: { texts } });
  const create = (texts: Record<string, string>) => () =>
    service.production.post('/ext/v1/invoice_templates', { name: 'long', content: { texts } });
  const fiveTexts = (text: string) =>
    Object.fromEntries(
      ['title', 'header', 'notes', 'paymentInstructions', 'footer'].map((name) => [name, text]),
    );
  const han = (count: number) => String.fromCodePoint(...Array.from({ length: count }, (_, i) => 0x4e00 + i));

  it('24 previews at once, of which each organization may have some in line', async () => {
    const statuses: number[] = [];
    const send = preview({ notes: han(300) });
    // The first of a process compiles what it runs, whatever its text is.
    await send();
    const longest = await longestTurnMs(() =>
      Promise.all(Array.from({ length: 24 }, async () => statuses.push((await send()).status))),
    );
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(longest).toBeLessThan(MAX_MS);
  });

  it.each<[string, () => Promise<{ status: number }>, number[]]>([
    [
      'a logo of 80,000 empty chunks',
      upload(png(1, Array(80_000).fill(chunk('IDAT', Buffer.alloc(0))))),
      [400],
    ],
    ['a logo of 2000 × 2000 pixels', upload(png(2000, [whole(2000)])), [201]],
    ['a preview with 4,800 Chinese characters', preview({ notes: han(4_800) }), [400]],
    ['a preview with 5,000 Chinese characters', preview({ notes: han(1000).repeat(5) }), [200]],
    ['a template with five texts that take long', create(fiveTexts(LONG_LOOP)), [400]],
  ])('%s', async (_, send, statuses) => {
    let status = 0;
    const longest = await longestTurnMs(async () => {
      ({ status } = await send());
    });
    expect(statuses).toContain(status);
    expect(longest).toBeLessThan(MAX_MS);
  });
});
