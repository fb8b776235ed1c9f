import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { canonicalJson } from '#core/canonical-json.ts';
import { decimal } from '#core/decimal.ts';
import { computeInvoice } from '#core/invoice/index.ts';
import {
  type CardTerms,
  editTimeline,
  onlyInvoice,
  openAccount,
  publishPlan,
  sellUsage,
  use,
  valuesOf,
} from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

type UsageTerms = NonNullable<CardTerms['usage']>;

const service = useService();

// Up to 100 units $2 each, further ones $1 each; by volume all units have the price of the slab they end in.
const STEPS = [{ rate: 2 }, { startAfter: 100, rate: 1 }];
// The first two units $10 each, then $20 for every package of 10 that is begun.
const PACKAGES = [
  { rate: 10 },
  { startAfter: 2, priceType: 'PACKAGE' as const, packageSize: '10', rate: 20 },
];
// Ten units are included, further ones cost $100 each.
const INCLUDED = [
  { priceType: 'FLAT' as const, rate: 0 },
  { startAfter: 10, rate: 100 },
];
const tiered = (slabs: UsageTerms['slabs'], bounds = {}): UsageTerms => ({
  model: 'TIERED',
  slabs,
  ...bounds,
});
const volume = (slabs: UsageTerms['slabs']): UsageTerms => ({ model: 'VOLUME', slabs });

// One account for each row: its card, the amounts of its events, the bill, and the lines under the card.
const rows: [name: string, usage: UsageTerms, amounts: string[], total: number, lines: number[]][] = [
  ['tiered-border', tiered(STEPS), ['60', '40'], 200, [200]], // 100 × 2
  ['tiered-fraction', tiered(STEPS), ['100.5'], 200.5, [200, 0.5]], // 100 × 2 + 0.5 × 1
  ['tiered-second', tiered(STEPS), ['100', '1'], 201, [200, 1]], // one unit into the second slab
  ['tiered-both', tiered(STEPS), ['75', '75'], 250, [200, 50]], // 100 × 2 + 50 × 1
  ['tiered-negative', tiered(STEPS), ['10', '-15'], -10, [-10]], // −5 × 2
  ['volume-border', volume(STEPS), ['100'], 200, [200]], // the border belongs to the lower slab
  ['volume-second', volume(STEPS), ['101'], 101, [101]], // all 101 × 1
  ['volume-both', volume(STEPS), ['150'], 150, [150]], // all 150 × 1
  ['package-one', tiered(PACKAGES), ['10'], 40, [20, 20]], // 2 × 10 + ⌈8 / 10⌉ × 20
  ['package-two', tiered(PACKAGES), ['13'], 60, [20, 40]], // 2 × 10 + ⌈11 / 10⌉ × 20
  // 2 × 10 is over the maximum of the first slab: 10 + ⌈8 / 10⌉ × 20
  ['slab-maximum', tiered([{ ...PACKAGES[0]!, maximumRate: '10' }, PACKAGES[1]!]), ['10'], 30, [10, 20]],
  ['flat-included', tiered(INCLUDED), ['10'], 0, [0]],
  ['flat-over', tiered(INCLUDED), ['13'], 300, [0, 300]], // 3 × 100
  ['percentage', tiered([{ rate: 0.029 }]), ['12345.67'], 358.02, [358.02]], // 358.02443
  ['cents', tiered([{ rate: 0.0015 }]), ['3333'], 5, [5]], // 4.9995
  ['doubles', tiered([{ rate: 10 }]), ['0.1', '0.2'], 3, [3]], // 0.3 × 10, and not 3.0000000000000004
  // 1.005 + 1.005 = 2.010: rounded once, and the lines add up to it
  [
    'shown-slabs',
    tiered([
      { priceType: 'FLAT', rate: 1.005 },
      { startAfter: 10, priceType: 'FLAT', rate: 1.005 },
    ]),
    ['11'],
    2.01,
    [1.01, 1],
  ],
  ['card-minimum', tiered([{ rate: 1 }], { minimumRate: '25' }), ['10'], 25, [10, 15]], // 10 + 15
  ['card-minimum-unused', tiered([{ rate: 1 }], { minimumRate: '25' }), [], 25, [25]], // without usage too
  ['card-maximum', tiered([{ rate: 1 }], { maximumRate: '20' }), ['50'], 20, [50, -30]], // 50 − 30
];

beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  const meter = await sellUsage(sandbox, 'calls');
  for (const [name, usage] of rows) {
    const plan = await publishPlan(sandbox, { name, cards: [{ type: 'USAGE', billableId: meter, usage }] });
    await openAccount(sandbox, name);
    await editTimeline(sandbox, name, [{ planId: plan, from: '2030-01-01' }]);
  }
  await sandbox.setClock('2030-01-31T23:00:00Z');
  for (const [name, , amounts] of rows)
    for (const amount of amounts)
      await use(sandbox, { meter: 'calls', account: name, at: '2030-01-20T12:00:00Z', amount });
  // One instant before the next cycle begins there is one invoice for each account, and it is issued after.
  await sandbox.setClock('2030-01-31T23:59:59.999Z');
});

test.each(rows)('%s: %o for %j is %d, shown as %j', async (name, _usage, _amounts, total, lines) => {
  const draft = await onlyInvoice(service.sandbox, name);
  expect([draft.status, draft.totalAmount]).toEqual(['DRAFT', total]);
  expect(
    valuesOf(draft, 'USAGE_RATE_CARD_SLAB_AMOUNT', 'RATE_CONFIG_ADJUSTMENT_AMOUNT').map(([, value]) => value),
  ).toEqual(lines);
});

test('the bills say what the drafts said', async () => {
  const { sandbox } = service;
  const drafts = await Promise.all(rows.map(([name]) => onlyInvoice(sandbox, name)));
  await sandbox.setClock('2030-02-01T00:00:00Z');
  for (const draft of drafts) {
    const bill = await sandbox.must.get(`/invoices/${draft.id}`);
    expect(bill.revenueInfo).toEqual(draft.revenueInfo);
    expect(bill.usageInfo).toEqual(draft.usageInfo);
    expect([bill.invoiceType, bill.invoiceDate]).toEqual(['STANDARD', '2030-02-01T00:00:00.000Z']);
    const expected = bill.totalAmount > 0 ? 'DUE' : bill.totalAmount === 0 ? 'PAID' : 'REFUND_COMPLETED';
    expect([bill.status, bill.finalizingStatus]).toEqual([expected, 'FINALIZED']);
    expect(bill.info).toEqual([]);
  }
});

test('every bill can be computed again from what is stored with it, byte for byte', async () => {
  const owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
  const { rows: stored } = await owner.query(
    `select inputs, document, total_amount from invoices where finalizing_status = 'FINALIZED'`,
  );
  await owner.end();
  expect(stored).toHaveLength(rows.length);
  for (const { inputs, document, total_amount } of stored) {
    const computed = computeInvoice(JSON.parse(inputs));
    expect(canonicalJson(computed)).toBe(document);
    expect(decimal(computed.totalAmount).eq(decimal(total_amount))).toBe(true);
  }
});
