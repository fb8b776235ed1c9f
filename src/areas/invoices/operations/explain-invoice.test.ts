import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson } from '#core/canonical-json.ts';
import { computeInvoice, type InvoiceInputs } from '#core/invoice/index.ts';
import { invoiceRow, keepInvoices, orgOf, SAMPLE_INPUTS } from '#test/invoice-rows.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const explain = (id: string) => service.production.get(`/ext/v1/invoices/${id}/explain`);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Two cards of one tag around a third, and the same meter twice: 12500 × 0.01 = 125 before 94.5. */
const TAGGED: InvoiceInputs = {
  ...SAMPLE_INPUTS,
  cards: SAMPLE_INPUTS.cards.flatMap((card) =>
    card.type === 'USAGE'
      ? [
          { ...card, name: 'base', tag: 'Usage', slabs: card.slabs.slice(0, 1) },
          { ...SAMPLE_INPUTS.cards[1]!, name: 'between' },
          { ...card, tag: 'Usage', minimumRate: '200' },
        ]
      : [],
  ),
};

beforeAll(async () => {
  const org = await orgOf(service, 'production');
  const honest = invoiceRow({ id: 'honest' });
  const planted = { status: 'DRAFT', finalizingStatus: null } as const;
  await keepInvoices(service, org, [
    honest,
    invoiceRow({ id: 'tagged', scheduleId: 's1' }, TAGGED),
    invoiceRow({
      id: 'planted',
      scheduleId: 's2',
      ...planted,
      document: honest.document.replaceAll('"94.5"', '"94.51"'),
    }),
    invoiceRow({
      id: 'other-inputs',
      scheduleId: 's3',
      ...planted,
      inputs: honest.inputs.replace('"12500"', '"12501"'),
    }),
    invoiceRow({
      id: 'unreadable',
      scheduleId: 's4',
      ...planted,
      inputs: honest.inputs.replace('"12500"', '"many"'),
    }),
    invoiceRow({
      id: 'later-engine',
      scheduleId: 's5',
      inputs: honest.inputs.replace('"engine":1', '"engine":2'),
    }),
  ]);
});

describe('GET /ext/v1/invoices/{invoice_id}/explain', () => {
  it('200 and each line from its inputs to its amount', async () => {
    const { status, body } = await explain('honest');
    expect(status).toBe(200);
    expect(body).toMatchObject({ invoiceId: 'honest', status: 'DUE', currency: 'USD', totalAmount: 146.11 });
    const [calls, fee] = body.lines;
    expect(calls).toMatchObject({
      lineId: 'um.calls',
      description: 'API calls',
      type: 'USAGE_RATE_CARD_AMOUNT',
      amount: 94.5,
      cardName: 'calls',
      card: SAMPLE_INPUTS.cards[0],
      quantity: '12500',
      meter: { id: 'um.calls', name: 'api_calls', aggregation: 'SUM', version: 1 },
      eventCount: 480,
      pricingModel: 'TIERED',
      rounding: { exact: '94.5', rounded: '94.5', digits: 2, mode: 'HALF_UP' },
      steps: [
        'usage: SUM of 480 events in api_calls = 12500',
        'first 1000 units × 0.01 = 10',
        'next 9000 units × 0.008 = 72',
        'next 2500 units × 0.005 = 12.5',
        'sum of the tiers: 10 + 72 + 12.5 = 94.5',
        'charged: 94.5 USD',
      ],
    });
    expect(calls.slabs[2]).toEqual({
      order: 3,
      from: '10000',
      to: null,
      quantity: '2500',
      priceType: 'PER_UNIT',
      rate: '0.005',
      amountBeforeClamp: '12.5',
      amount: '12.5',
      shown: '12.5',
    });
    expect(fee).toMatchObject({
      lineId: 'addon.fee',
      amount: 51.61,
      card: SAMPLE_INPUTS.cards[1],
      rate: '100',
      proration: { billedDays: 16, nominalDays: 31, exact: expect.stringMatching(/^51\.6129032258/) },
      rounding: { rounded: '51.61', digits: 2, mode: 'HALF_UP' },
    });
    expect(fee).not.toHaveProperty('meter');
  });

  it('200 with inputs from which anybody gets the same bytes', async () => {
    const { body } = await explain('honest');
    const recomputed = sha256(canonicalJson(computeInvoice(body.inputs)));
    expect(body.inputs).toEqual(SAMPLE_INPUTS);
    expect(body.verification).toEqual({
      recomputedSha256: recomputed,
      storedSha256: recomputed,
      isIdentical: true,
    });
  });

  it('200 with the lines in the order of the invoice, each with its own card', async () => {
    const { body } = await explain('tagged');
    expect(body.verification.isIdentical).toBe(true);
    expect(
      body.lines.map((line: { cardName: string; amount: number }) => [line.cardName, line.amount]),
    ).toEqual([
      ['base', 125],
      ['calls', 200], // 94.5 raised to the minimum
      ['between', 51.61],
    ]);
    for (const line of body.lines) expect(line.card.name).toBe(line.cardName);
    expect(body.lines[1].adjustment).toEqual({
      applied: 'MINIMUM',
      bound: '200',
      before: '94.5',
      after: '200',
      adjustment: '105.5',
      shown: '105.5',
    });
  });

  it('200 and the place of each line in the tree of the amounts', async () => {
    const { body } = await explain('tagged');
    const { body: invoice } = await service.production.get('/invoices/tagged');
    expect(body.revenueInfo).toEqual(invoice.revenueInfo);
    type Line = { description: string; value: number; lineItems: Line[] };
    const lineAt = (path: string) =>
      path.split('.').reduce((line: Line, nth) => line.lineItems[Number(nth)] as Line, body.revenueInfo);
    for (const { path, description, amount } of body.lines)
      expect(lineAt(path)).toMatchObject({ description, value: amount });
    expect(new Set(body.lines.map(({ path }: { path: string }) => path)).size).toBe(3);
  });

  it.each(['planted', 'other-inputs'])(
    '200 and not identical when the document is not that of the inputs: %s',
    async (id) => {
      const { body } = await explain(id);
      const { isIdentical, recomputedSha256, storedSha256 } = body.verification;
      expect(isIdentical).toBe(false);
      expect(recomputedSha256).toMatch(/^[0-9a-f]{64}$/);
      expect(storedSha256).toMatch(/^[0-9a-f]{64}$/);
      expect(recomputedSha256).not.toBe(storedSha256);
    },
  );

  it.each(['unreadable', 'later-engine'])(
    '200 and not identical when nothing can be computed: %s',
    async (id) => {
      const { body } = await explain(id);
      expect(body.verification).toEqual({ storedSha256: expect.any(String), isIdentical: false });
      expect(body.lines).toHaveLength(2);
    },
  );

  it('404 for an invoice that does not exist', async () => {
    const { status, body } = await explain('inv.9');
    expect(status).toBe(404);
    expect(body).toEqual({ message: 'invoice inv.9 not found' });
  });
});
