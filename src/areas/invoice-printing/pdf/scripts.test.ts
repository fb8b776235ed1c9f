import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { invoiceRow } from '#test/invoice-rows.ts';
import { pdfPages } from '#test/read-pdf.ts';
import type { PrintableRow } from './printed-invoice.ts';
import { type RenderOptions, renderInvoicePdf } from './render-invoice-pdf.ts';

function rowNamed(name: string): PrintableRow {
  const row = invoiceRow({ id: 'inv.1', sequenceId: '2030-02-0001' }) as PrintableRow;
  row.details = { ...row.details, customer: { name, primaryEmail: '' } };
  return row;
}

/** The text of the PDF from left to right; U+0000 for a missing glyph. */
async function printed(name: string, options: Partial<RenderOptions> = {}): Promise<string> {
  const bytes = await renderInvoicePdf(rowNamed(name), { isSandbox: false, ...options });
  return pdfPages(bytes).flat().join('');
}

describe('scripts in a PDF', () => {
  it.each([
    // a name                       as it stands from left to right
    ['Łódź Őry Ștefan', 'Łódź Őry Ștefan'],
    ['Αθήνα', 'Αθήνα'],
    ['Общество «Ромашка»', 'Общество «Ромашка»'],
    ['株式会社テスト', '株式会社テスト'],
    ['北京有限公司', '北京有限公司'],
    ['주식회사 테스트', '주식회사 테스트'],
    // The vowel sign stands before its letter.
    ['हिन्दी', 'िहन्दी'],
    ['Rocket 🚀 Inc', 'Rocket 🚀 Inc'],
    ['Łx👍y', 'Łx👍y'],
    // Read from the right: the first letter stands last. A number in it still runs to the right.
    ['שלום', 'םולש'],
    ['אבג 123 דהו', 'והד 123 גבא'],
    // Brackets open towards what they hold.
    ['אב (גד)', '(דג) בא'],
    // A Latin name with Hebrew in it stays where it is.
    ['Beit בית Ltd (1)', 'Beit תיב Ltd (1)'],
  ])('%s is printed as %s', async (name, text) => {
    const page = await printed(name);
    expect(page).toContain(text);
    expect(page).not.toMatch(/[\0\ufffd]/);
  });

  it('joins Arabic letters: a letter in a word has another shape than alone', async () => {
    const joined = await renderInvoicePdf(rowNamed('ببب'), { isSandbox: false });
    const alone = await renderInvoicePdf(rowNamed('ب ب ب'), { isSandbox: false });
    expect(glyphsOf(joined)).toBeGreaterThan(glyphsOf(alone));
    expect(await printed('شركة 2030')).not.toMatch(/[\0\ufffd]/);
  });

  it('keeps the groups of a hyphenated number in order after an Arabic letter', async () => {
    expect(await printed('شركة 2031-07-0009')).toContain('2031-07-0009');
    expect(await printed('2031-07-0009 שלום')).toContain('2031-07-0009');
  });

  it('replaces a character that no font has, and nothing beside it', async () => {
    expect(await printed('Łx\u{13000}y')).toContain('Łx\ufffdy');
  });

  it('leaves out what turns texts round', async () => {
    expect(await printed('Łabc\u202etxt.exe')).toContain('Łabctxt.exe');
  });

  it('gives Chinese characters the shape of the language', async () => {
    const fonts = async (language: 'en' | 'ja') =>
      fontsIn(await renderInvoicePdf(rowNamed('直'), { isSandbox: false, content: { language } }));
    expect(await fonts('en')).toContain('noto-sans-sc');
    expect(await fonts('ja')).not.toContain('noto-sans-sc');
  });

  it('embeds no font where every reader has the letters', async () => {
    const bytes = await renderInvoicePdf(rowNamed('Ünïted & Søn, “Straße” – 5 €'), { isSandbox: false });
    expect(fontsIn(bytes)).toEqual([]);
  });
});

const MIXED = '\ufe8f 株式会社 שלום 🚀 Łódź ⼀一 µμ شركة';

describe('the bytes of a document with fonts', () => {
  it('are the same twice, whatever was printed between', async () => {
    const hash = async (name: string) => sha256(await renderInvoicePdf(rowNamed(name), { isSandbox: false }));
    const first = await hash(MIXED);
    // The other character of each glyph that two share comes first here.
    await hash('一⼀ μµ Łódź');
    expect(await hash(MIXED)).toBe(first);
  });

  it('are the same while others are printed', async () => {
    const bytes = await Promise.all(
      [MIXED, '一⼀ μµ', MIXED].map((name) => renderInvoicePdf(rowNamed(name), { isSandbox: false })),
    );
    expect(sha256(bytes[0]!)).toBe(sha256(bytes[2]!));
  });

  it('are the same in another process', async () => {
    const script = `
      const { invoiceRow } = await import('#test/invoice-rows.ts');
      const { renderInvoicePdf } = await import('#areas/invoice-printing/pdf/render-invoice-pdf.ts');
      const row = invoiceRow({ id: 'inv.1', sequenceId: '2030-02-0001' });
      row.details = { ...row.details, customer: { name: ${JSON.stringify(MIXED)}, primaryEmail: '' } };
      const bytes = await renderInvoicePdf(row, { isSandbox: false });
      process.stdout.write(Buffer.from(bytes).toString('base64'));`;
    const there = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      maxBuffer: 50_000_000,
    });
    const here = await renderInvoicePdf(rowNamed(MIXED), { isSandbox: false });
    expect(sha256(Buffer.from(there.toString(), 'base64'))).toBe(sha256(here));
  });
});

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The families of the fonts in a document. */
function fontsIn(bytes: Uint8Array): string[] {
  const names = Buffer.from(bytes)
    .toString('latin1')
    .matchAll(/\/FontName \/[A-Z]+\+(noto-(?:sans|emoji)(?:-(?:sc|jp|kr|arabic|hebrew))?)/g);
  return [...new Set([...names].map(([, name = '']) => name))];
}

/** How many different drawings the fonts in a document have. */
function glyphsOf(bytes: Uint8Array): number {
  const widths = Buffer.from(bytes)
    .toString('latin1')
    .matchAll(/\/W \[0 \[([^\]]*)\]\]/g);
  return [...widths].reduce((count, [, list = '']) => count + list.trim().split(/\s+/).length, 0);
}
