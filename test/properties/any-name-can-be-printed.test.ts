import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PrintableRow } from '#areas/invoice-printing/pdf/printed-invoice.ts';
import { renderInvoicePdf } from '#areas/invoice-printing/pdf/render-invoice-pdf.ts';
import { invoiceRow } from '#test/invoice-rows.ts';
import { pdfPages } from '#test/read-pdf.ts';

/** Anything that JSON can carry: all planes, lone surrogates, marks upon marks, controls, both directions. */
const name = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 })
    .map((codes) => String.fromCharCode(...codes)),
  fc
    .array(fc.constantFrom(...'אבגشركة東京한글กขकि()[]<>12. ,\u0301\u200d\ufe0f\u202e👩🇩🇪Łż'), {
      maxLength: 80,
    })
    .map((characters) => characters.join('')),
);

test('an invoice is printed whatever its names are, with a sign for what is missing', async () => {
  await fc.assert(
    fc.asyncProperty(name, name, name, async (customer, organization, line1) => {
      const row = invoiceRow({ id: 'inv.1' }) as PrintableRow;
      const address = { line1 };
      row.details = {
        ...row.details,
        customer: { name: customer, primaryEmail: organization, address },
        organization: { businessName: organization, address, primaryEmail: '' },
      };
      const begin = performance.now();
      const bytes = await renderInvoicePdf(row, { isSandbox: false });
      expect(performance.now() - begin).toBeLessThan(5000);
      expect(pdfPages(bytes).flat().join('')).not.toContain('\0');
    }),
    { numRuns: 60 },
  );
}, 300_000);
