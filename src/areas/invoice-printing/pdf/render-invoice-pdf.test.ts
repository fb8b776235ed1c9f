import { describe, expect, it } from 'vitest';
import type { InvoiceInputs, UsageCardInput } from '#core/invoice/index.ts';
import { invoiceRow, SAMPLE_INPUTS } from '#test/invoice-rows.ts';
import { pdfPages, pdfProperty } from '#test/read-pdf.ts';
import type { PrintableRow } from './printed-invoice.ts';
import { renderInvoicePdf } from './render-invoice-pdf.ts';

type Given = Parameters<typeof invoiceRow>[0];
const rowOf = (given: Partial<Given> = {}, inputs?: InvoiceInputs) =>
  invoiceRow({ id: 'inv.1', sequenceId: '2030-02-0001', ...given }, inputs) as PrintableRow;
const DRAFT = { status: 'DRAFT', finalizingStatus: null, sequenceId: null } as const;

async function textsOf(row: PrintableRow, isSandbox = false): Promise<string[][]> {
  return pdfPages(await renderInvoicePdf(row, { isSandbox }));
}

const usage = SAMPLE_INPUTS.cards[0]!;
const fee = SAMPLE_INPUTS.cards[1]!;

describe('the PDF of an invoice', () => {
  it('has the same bytes every time', async () => {
    const [first, second] = [
      await renderInvoicePdf(rowOf(), { isSandbox: true }),
      await renderInvoicePdf(structuredCloneRow(rowOf()), { isSandbox: true }),
    ];
    expect(Buffer.compare(first, second)).toBe(0);
    expect(Buffer.from(first.subarray(0, 5)).toString()).toBe('%PDF-');
    expect(Buffer.from(first.subarray(-6)).toString()).toBe('%%EOF\n');
  });

  it('says who bills whom, for what, and until when', async () => {
    const [page = []] = await textsOf(rowOf());
    expect(page).toEqual([
      ...[
        'Example Systems Inc.',
        '1 Main Street',
        'New York 10001',
        'United States',
        'hello@example.com',
        'INVOICE',
      ],
      ...[
        'Billed to',
        'Acme Corp',
        'Acme Europe',
        'Torstraße 1',
        '10119 Berlin',
        'Germany',
        'eu@acme.example',
      ],
      ...['Number', '2030-02-0001', 'Date', '3 February 2030', 'Due', '5 March 2030'],
      ...['Period', '16 – 31 January 2030', 'Plan', 'Growth', 'Account', 'acme-eu', 'Customer', 'acme'],
      ...['Currency', 'USD', 'Total due', 'USD 146.11', 'Payable by 5 March 2030'],
      ...['Description', 'Quantity', 'Unit price', 'Amount USD'],
      ...['API calls', '12,500', '94.50', '16 – 31 January 2030'],
      ...['Tier 1: up to 1,000', '1,000', '0.01', '10.00'],
      ...['Tier 2: 1,000 to 10,000', '9,000', '0.008', '72.00'],
      ...['Tier 3: over 10,000', '2,500', '0.005', '12.50'],
      ...['Platform fee', '1', '100.00', '51.61', '16 – 31 January 2030', '16 of 31 days: 100.00 × 16 / 31'],
      ...['Subtotal', '146.11', 'Total due', 'USD 146.11'],
      ...['Example Systems Inc. · Invoice 2030-02-0001', 'Page 1 of 1'],
    ]);
  });

  it('prints what a meter counts beside its quantity', async () => {
    const calls = { ...usage, meter: { ...(usage as UsageCardInput).meter, unit: 'calls' } };
    const [page = []] = await textsOf(rowOf({}, { ...SAMPLE_INPUTS, cards: [calls] } as InvoiceInputs));
    expect(page.slice(page.indexOf('API calls'), page.indexOf('API calls') + 3)).toEqual([
      ...['API calls', '12,500 calls', '94.50'],
    ]);
  });

  it('sets credits and charges apart, and says what the total is made of', async () => {
    const credits = [
      {
        ...{ id: 'cred.1', purpose: 'Welcome credit', priority: 1, effectiveFrom: '2030-01-01', scope: [] },
        ...{ createdAt: '2030-01-01T00:00:00.000000Z', available: '40' },
      },
    ];
    const charges = [
      { name: 'Support hours', rate: '20', quantity: '2' },
      { name: 'Loyalty discount', value: '-5.5' },
    ];
    const [page = []] = await textsOf(rowOf({}, { ...SAMPLE_INPUTS, credits, charges }));
    expect(page.slice(page.indexOf('Credits'), -2)).toEqual([
      ...['Credits', '-40.00', 'Welcome credit', '-40.00'],
      ...['Charges', '34.50'],
      ...['Support hours', '2', '20.00', '40.00', 'Loyalty discount', '-5.50'],
      // 146.11 − 40.00 + 34.50 = 140.61.
      ...['Subtotal', '146.11', 'Credits', '-40.00', 'Charges', '34.50', 'Total due', 'USD 140.61'],
    ]);
  });

  it('heads taxes and charges in the language of the template', async () => {
    const inputs = {
      ...SAMPLE_INPUTS,
      charges: [{ name: 'Support hours', rate: '20', quantity: '2' }],
      taxes: [{ name: 'USt', rate: '0.19' }],
    };
    const options = { isSandbox: false, content: { language: 'de' } } as const;
    const [page = []] = pdfPages(await renderInvoicePdf(rowOf({}, inputs), options));
    // Each heads its lines and stands among the totals.
    for (const heading of ['Steuern', 'Weitere Posten'])
      expect(page.filter((text) => text === heading)).toHaveLength(2);
    expect(page).not.toContain('Taxes');
  });

  it('prints what pricing rules changed below the card, and what they added as lines', async () => {
    const rule = { id: 'rule.1', version: 1, name: 'Base 2030' };
    const rules = [
      {
        ...{ ...rule, order: 1, computation: '40' },
        action: { type: 'UPDATE' as const, target: `revenue.ff.${fee.name}`, description: 'Offer 1000' },
      },
      {
        ...{ ...rule, order: 2, name: 'Half', computation: '6250' },
        action: { type: 'UPDATE' as const, target: 'usage.urc.um.calls' },
      },
      { ...rule, order: 3, computation: '-10', action: { type: 'ADD' as const } },
    ];
    const [page = []] = await textsOf(rowOf({}, { ...SAMPLE_INPUTS, rules }));
    expect(page.slice(page.indexOf('API calls'), -2)).toEqual([
      // 1000 × 0.01 + 5250 × 0.008 = 52; 52 − 94.5
      ...['API calls', '6,250', '52.00', '16 – 31 January 2030'],
      ...['Tier 1: up to 1,000', '1,000', '0.01', '10.00'],
      ...['Tier 2: 1,000 to 10,000', '9,000', '0.008', '72.00'],
      ...['Tier 3: over 10,000', '2,500', '0.005', '12.50', 'Half', '-6,250', '-42.50'],
      ...[
        'Platform fee',
        '1',
        '40.00',
        '16 – 31 January 2030',
        'Before pricing rules',
        '1',
        '100.00',
        '51.61',
      ],
      ...['16 of 31 days: 100.00 × 16 / 31', 'Offer 1000', '-11.61', 'Base 2030', '-10.00'],
      ...['Subtotal', '82.00', 'Total due', 'USD 82.00'],
    ]);
  });

  it('has its title, its author and its date as properties', async () => {
    const bytes = await renderInvoicePdf(rowOf(), { isSandbox: false });
    expect(pdfProperty(bytes, 'Title')).toBe('Invoice 2030-02-0001');
    expect(pdfProperty(bytes, 'Author')).toBe('Example Systems Inc.');
    expect(pdfProperty(bytes, 'CreationDate')).toBe('D:20300203050000Z');
    expect(pdfProperty(bytes, 'Keywords')).toBeNull();
  });

  it.each([
    //  row       sandbox  marks
    [rowOf(), false, []],
    [rowOf(), true, ['SANDBOX — not a real invoice']],
    [rowOf(DRAFT), false, ['DRAFT']],
    [rowOf({ ...DRAFT, status: 'DRAFT', finalizingStatus: 'FINALIZING' }), false, ['DRAFT']],
    [rowOf(DRAFT), true, ['DRAFT', 'SANDBOX — not a real invoice']],
  ] as const)('is marked on every page as what it is: %#', async (row, isSandbox, marks) => {
    for (const page of await textsOf(row, isSandbox))
      expect(page.filter((text) => text === 'DRAFT' || text.startsWith('SANDBOX'))).toEqual(marks);
  });

  it('of a draft promises nothing', async () => {
    const [page = []] = await textsOf(rowOf(DRAFT));
    expect(page).toContain('not issued yet');
    expect(page).toContain('Total so far');
    expect(page.join()).not.toContain('Payable');
    expect(page.at(-3)).toBe('Example Systems Inc. · Invoice inv.1');
  });

  it('of no charges, or of a credit, asks for nothing', async () => {
    const [nothing = []] = await textsOf(rowOf({}, { ...SAMPLE_INPUTS, cards: [] }));
    expect(nothing).toContain('No charges in this period');
    const discount = { ...fee, rate: '-3100' } as typeof fee;
    const [credit = []] = await textsOf(rowOf({}, { ...SAMPLE_INPUTS, cards: [discount] }));
    expect(credit).toContain('USD -1,600.00');
    expect([...nothing, ...credit].join()).not.toMatch(/Payable|Total due/);
  });

  it('of an order asks for money, and of the invoice that it became does not', async () => {
    const order = { invoiceType: 'ADHOC_ADVANCED', sequenceId: 'ORD-2030-02-0001' } as const;
    const [requested = []] = await textsOf(rowOf({ ...order, invoiceClass: 'ORDER' }));
    expect(requested).toEqual(expect.arrayContaining(['ORDER', 'ORD-2030-02-0001', 'Total due']));
    const bought = { ...SAMPLE_INPUTS, timing: 'PURCHASE', cards: [fee] } as InvoiceInputs;
    const [paid = []] = await textsOf(
      rowOf({ ...order, sequenceId: '2030-02-0002', status: 'PAID' }, bought),
    );
    expect(paid).toEqual(expect.arrayContaining(['INVOICE', 'Total paid']));
    expect(paid.join()).not.toMatch(/Payable|Total due/);
    // What a settlement of charges in advance brings up was never ordered.
    const [settled = []] = await textsOf(
      rowOf(
        { ...order, sequenceId: '2030-02-0003' },
        { ...SAMPLE_INPUTS, timing: 'IN_ADVANCE', cards: [fee] },
      ),
    );
    expect(settled).toEqual(expect.arrayContaining(['INVOICE', 'Total due']));
  });

  it('groups cards of one tag, and prints packages, flat slabs and bounds', async () => {
    const slab = { order: 1, startAfter: '0', rate: '3' };
    const cards = [
      { ...usage, tag: 'Team', name: 'a', slabs: [{ ...slab, priceType: 'PACKAGE', packageSize: '1000' }] },
      { ...usage, tag: 'Team', name: 'b', slabs: [{ ...slab, priceType: 'FLAT' }], minimumRate: '2000' },
    ] as InvoiceInputs['cards'];
    const [page = []] = await textsOf(rowOf({}, { ...SAMPLE_INPUTS, cards }));
    expect(page.slice(page.indexOf('Team'), page.indexOf('Subtotal'))).toEqual([
      ...['Team', '2,039.00'],
      ...[
        'API calls',
        '12,500',
        '39.00',
        '16 – 31 January 2030',
        'Tier 1: all units',
        '12,500',
        '3.00 per 1,000',
        '39.00',
      ],
      ...[
        'API calls',
        '12,500',
        '2,000.00',
        '16 – 31 January 2030',
        'Tier 1: all units',
        '12,500',
        '3.00 flat',
        '3.00',
      ],
      ...['Minimum of 2,000 applied', '1,997.00'],
    ]);
  });

  it('prints credits by their price, and overage slab by slab', async () => {
    const shared = {
      ...{
        name: 'a',
        billableId: 'feature.1',
        pricingModel: 'TIERED',
        recurrence: { interval: 1, offset: 0 },
      },
      period: { start: '2030-01-16', end: '2030-02-01' },
    };
    const slab = { order: 1, startAfter: '0', priceType: 'PER_UNIT', rate: '0.05' };
    const featureConfigs = [{ effectiveFrom: 'PT0S', effectiveUntil: 'P1M', featureCreditLimit: '20000' }];
    const cards = [
      {
        ...{
          ...shared,
          type: 'BILLING_ENTITLEMENT',
          displayName: 'Talk time',
          quantity: '1',
          featureConfigs,
        },
        slabs: [{ ...slab, rate: '0.01' }],
      },
      {
        ...{ ...shared, type: 'ENTITLEMENT_OVERAGE', displayName: 'More talk time', quantity: '6200' },
        slabs: [slab, { ...slab, order: 2, startAfter: '5000', rate: '0.03' }],
      },
    ] as InvoiceInputs['cards'];
    const [page = []] = await textsOf(rowOf({}, { ...SAMPLE_INPUTS, cards }));
    expect(page.slice(page.indexOf('Talk time'), page.indexOf('Subtotal'))).toEqual([
      ...['Talk time', '20,000', '0.01', '200.00', '16 – 31 January 2030'],
      ...['More talk time', '6,200', '286.00', '16 – 31 January 2030'],
      ...['Tier 1: up to 5,000', '5,000', '0.05', '250.00'],
      ...['Tier 2: over 5,000', '1,200', '0.03', '36.00'],
    ]);
  });

  it.each([
    ['JPY', 'JPY 147', '95'], // 94.5 → 95, 51.61… → 52
    ['KWD', 'KWD 146.113', '94.500'], // 94.5 + 51.613
  ])('has the digits of its currency: %s', async (currency, total, amount) => {
    const [page = []] = await textsOf(rowOf({}, { ...SAMPLE_INPUTS, currency }));
    expect(page).toContain(total);
    expect(page).toContain(amount);
  });

  it('breaks hundreds of lines into pages that repeat the headings', async () => {
    const cards = Array.from({ length: 300 }, (_, i) => ({
      ...usage,
      name: `c${i}`,
      displayName: `Card ${i}`,
    }));
    const pages = await textsOf(rowOf(DRAFT, { ...SAMPLE_INPUTS, cards }));
    expect(pages.length).toBeGreaterThan(20);
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
      expect(page).toContain('DRAFT');
      if (index < pages.length - 1) expect(page).toContain('Unit price');
    }
    const all = pages.flat();
    for (let i = 0; i < 300; i++) expect(all.filter((text) => text === `Card ${i}`)).toHaveLength(1);
    expect(all).toContain('USD 28,350.00'); // 300 × 94.5
  });

  it('breaks long names and long numbers, and loses none of them', async () => {
    const displayName = `${'Name '.repeat(20)}${'x'.repeat(155)}`;
    const quantity = '12345678901234567890123456789.123456789';
    const slabs = [{ order: 1, startAfter: '0', priceType: 'PER_UNIT' as const, rate: '1' }];
    const cards = [{ ...usage, displayName, quantity, slabs }] as InvoiceInputs['cards'];
    const [page = []] = await textsOf(rowOf({}, { ...SAMPLE_INPUTS, cards }));
    const joined = page.join('');
    expect(joined).toContain('x'.repeat(155));
    expect(joined).toContain('12,345,678,901,234,567,890,123,456,789.123456789');
    expect(joined).toContain('12,345,678,901,234,567,890,123,456,789.12');
  });

  it('replaces what no font has, says so, and keeps the original', async () => {
    const row = rowOf();
    row.details = { ...row.details, customer: { name: 'Łódź \u{13000} Ltd', primaryEmail: '' } };
    const bytes = await renderInvoicePdf(row, { isSandbox: false });
    const [page = []] = pdfPages(bytes);
    expect(page.join('')).toContain('Łódź \ufffd Ltd');
    expect(page.at(-1)).toMatch(/^Some texts contain characters that the fonts of this document lack/);
    expect(pdfProperty(bytes, 'Keywords')).toBe('Łódź \u{13000} Ltd');
  });

  it.each(['ار', '👩‍👩‍👧', '\u202eevil', '\u0301', '﷽', '𝔘', '\ufeff', 'a\nb\tc', 'ڢڣ ڥ ݠ ݡ'])(
    'survives %j',
    async (name) => {
      const row = rowOf();
      row.details = { ...row.details, customer: { name, primaryEmail: '' } };
      const [page = []] = await textsOf(row);
      expect(page).toContain('INVOICE');
      expect(page.join('')).not.toContain('\0');
    },
  );

  it('survives an invoice without names and addresses', async () => {
    const [page = []] = await textsOf(rowOf({ details: {} }));
    expect(page).toContain('Invoice 2030-02-0001');
  });

  const structuredCloneRow = (row: PrintableRow): PrintableRow => ({
    ...row,
    details: structuredClone(row.details),
  });
});
