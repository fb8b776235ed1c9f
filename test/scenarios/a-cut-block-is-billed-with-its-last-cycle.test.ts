import { beforeAll, describe, expect, it } from 'vitest';
import {
  type CardTerms,
  editTimeline,
  grossOf,
  listInvoices,
  openAccount,
  publishPlan,
  sellFee,
  sellMeteredFeature,
  sellUsage,
  use,
} from '#test/billing-scenario.ts';
import { publishRuledPlan, read } from '#test/rule-scenario.ts';
import { type Reply, useService } from '#test/running-app.ts';

/**
 * An edit from the start of a running cycle cuts a block in arrears whose last cycle is billed already. All
 * accounts begin on 1 January with blocks of three cycles, of which the first is January to March: 90 days.
 */
const service = useService();
const sold: Record<string, string> = {};
let next = '';

const fee = (isProrated: boolean, rate = 100): CardTerms => ({
  ...{ type: 'FIXED_FEE', billableId: sold.fee ?? '' },
  fee: { rate, isProrated, interval: 3 },
});
/** Not of a block: it makes bills that are issued. */
const base = (): CardTerms => ({
  ...{ type: 'FIXED_FEE', billableId: sold.base ?? '' },
  fee: { rate: 10 },
});
const credits = (): CardTerms => ({
  ...{ type: 'BILLING_ENTITLEMENT', billableId: sold.talk ?? '' },
  entitlement: {
    windows: [{ effectiveUntil: 'P3M', featureCreditLimit: 40 }],
    ...{ slabs: [{ rate: 0.5 }], interval: 3 },
  },
});
const overage = (): CardTerms => ({
  ...{ type: 'ENTITLEMENT_OVERAGE', billableId: sold.talk ?? '' },
  overage: { slabs: [{ rate: 2 }], interval: 3 },
});
const minimum = (rate: number): CardTerms => ({
  ...{ type: 'MINIMUM_COMMITMENT', billableId: 'THE_PLAN' },
  details: { minimumCommitmentRateCard: { rateValues: [{ currency: 'USD', rate }] } },
});

/** From the first day of the month that the edit is in; without a plan it leaves a gap. */
interface Edit {
  at: string;
  from: string;
  isDetached?: true;
}
/** `charged`: months and gross amounts of what the plan before the edit charged in arrears. */
type Row = [account: string, cards: () => CardTerms[], edit: Edit, charged: string];

const FEBRUARY: Edit = { at: '2030-02-20T00:00:00Z', from: '2030-02-01' };
const MARCH: Edit = { at: '2030-03-20T00:00:00Z', from: '2030-03-01' };
const APRIL: Edit = { at: '2030-04-10T00:00:00Z', from: '2030-04-01' };
// Each has the base fee of 10 in every cycle, too.
const rows: Row[] = [
  ['days', () => [fee(true)], FEBRUARY, '01: 10, 01: 34.44'], // 100 × 31 / 90 = 34.444…
  ['two-cycles', () => [fee(true)], MARCH, '01: 10, 02: 10, 02: 65.56'], // 100 × (31 + 28) / 90 = 65.555…
  ['whole', () => [fee(false)], FEBRUARY, '01: 10, 01: 100'], // without proration any day costs the block
  ['detached', () => [fee(true)], { ...FEBRUARY, isDetached: true }, '01: 10, 01: 34.44'],
  ['discount', () => [fee(true, -100)], FEBRUARY, '01: 10, 01: -34.44'], // a credit note
  ['credits', () => [credits()], FEBRUARY, '01: 10, 01: 20'], // 40 × 0.5, in full
  // 7 used in January × 2; the 4 of February are of the new plan, which has no price for them.
  ['overage', () => [overage()], FEBRUARY, '01: 10, 01: 14'],
  // January had 10 and a true-up of 70; with the fee that is 35.56, and the sum is the same.
  ['minimum', () => [minimum(80), fee(true)], FEBRUARY, '01: 80, 01: 0'],
  ['above', () => [minimum(30), fee(true)], FEBRUARY, '01: 30, 01: 14.44'], // 10 + 34.44 − 30
  ['ruled', () => [fee(true)], FEBRUARY, '01: 10, 01: 17.22'], // half of 34.44
  ['free', () => [fee(true)], FEBRUARY, '01: 10, 01: 0'], // 34.44, which a rule takes back
  ['blank', () => [fee(true)], FEBRUARY, '01: 34.44'], // January had nothing to bill, and is billed now
  ['over', () => [fee(true)], APRIL, '01: 10, 02: 10, 03: 110'], // the block is over: nothing is cut
];

/** What a rule leaves of the fee. */
const SHARES: Record<string, number> = { ruled: 0.5, free: 0 };

async function subscribe([account, cards]: Row, from = '2030-01-01'): Promise<void> {
  const { sandbox } = service;
  const target = `revenue.ff.${sold.fee}`;
  const rule = (share: number) => ({
    name: 'share',
    timing: 'IN_ARREARS' as const,
    target,
    computation: { '*': [read(target), share] },
  });
  const own = account === 'blank' ? [] : [base()];
  const terms = { name: account, isOngoing: true, cards: [...own, ...cards()] };
  const share = SHARES[account];
  const planId =
    share === undefined
      ? await publishPlan(sandbox, terms)
      : await publishRuledPlan(sandbox, { ...terms, rules: [rule(share)] });
  await openAccount(sandbox, account);
  await editTimeline(sandbox, account, [{ planId, from }]);
}

const talk = (account: string, day: string, amount: string) =>
  use(service.sandbox, { meter: 'talk', account, at: `2030-${day}T12:00:00Z`, amount });

const startOf = ({ startDate }: Reply['body']) => startDate.slice(0, 10);

async function issuedOf(account: string): Promise<Reply['body'][]> {
  const invoices = await listInvoices(service.sandbox, account);
  const issued = invoices.filter(({ status }) => status !== 'DRAFT' && status !== 'VOID');
  return issued.sort((a, b) => Number('adjusts' in a.metadata) - Number('adjusts' in b.metadata));
}

async function revenueOf(account: string, name: string): Promise<number> {
  const filters = [{ fieldName: 'ACCOUNT_ID', fieldValues: [account] }];
  const range = { startTime: '2030-01-01T00:00:00Z', endTime: '2030-05-01T00:00:00Z' };
  const metricQueries = [{ id: 'q', name, aggregationPeriod: 'MONTH', filters }];
  const { results } = await service.sandbox.must.post('/metrics', { ...range, metricQueries });
  const values: number[] = results[0].data[0]?.metricValues ?? [];
  return values.reduce((sum, value) => sum + value, 0);
}

beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  await sellUsage(sandbox, 'talk');
  sold.fee = await sellFee(sandbox, 'Support');
  sold.base = await sellFee(sandbox, 'Base');
  sold.talk = await sellMeteredFeature(sandbox, 'Talk', ['talk']);
  const other = await sellFee(sandbox, 'Other');
  next = await publishPlan(sandbox, {
    ...{ name: 'next', isOngoing: true },
    cards: [{ type: 'FIXED_FEE', billableId: other, fee: { rate: 0 } }],
  });
  for (const row of rows) await subscribe(row);
  await sandbox.setClock('2030-01-25T00:00:00Z');
  await talk('overage', '01-20', '7');
  await sandbox.setClock('2030-02-10T00:00:00Z');
  await talk('overage', '02-05', '4');
  for (const [account, , edit] of rows.toSorted(([, , a], [, , b]) => (a.at < b.at ? -1 : 1))) {
    await sandbox.setClock(edit.at);
    await editTimeline(sandbox, account, [{ from: edit.from, ...(!edit.isDetached && { planId: next }) }]);
  }
  await sandbox.setClock('2030-04-20T00:00:00Z');
});

describe('a block in arrears that an edit cuts before its last cycle', () => {
  it.each(rows)('%s: is billed for its days as if it had ended so', async (account, _, edit, charged) => {
    const invoices = await issuedOf(account);
    const before = invoices.filter((invoice) => startOf(invoice) < edit.from);
    const shown = before.map((invoice) => `${startOf(invoice).slice(5, 7)}: ${grossOf(invoice)}`);
    expect(shown.join(', ')).toBe(charged);
  });

  it.each(rows)('%s: earns what its documents say', async (account) => {
    const documents = (await issuedOf(account)).reduce((sum, invoice) => sum + grossOf(invoice), 0);
    expect((await revenueOf(account, 'REVENUE')).toFixed(2)).toBe(documents.toFixed(2));
    expect((await revenueOf(account, 'REVENUE_FOR_CYCLE')).toFixed(2)).toBe(documents.toFixed(2));
  });

  it('says from when until when, and which bill it adds to', async () => {
    const [bill, adjustment] = byAdjusted(await issuedOf('two-cycles'));
    expect(adjustment.metadata).toMatchObject({
      ...{ adjusts: bill.id, endOfSchedule: '2030-03-01' },
      ...{ servicePeriodStart: '2030-02-01', servicePeriodEnd: '2030-03-01' },
    });
    expect(adjustment.metadata).not.toHaveProperty('lateEvents');
    const { lines, verification } = await service.sandbox.must.get(
      `/ext/v1/invoices/${adjustment.id}/explain`,
    );
    expect(verification.isIdentical).toBe(true);
    expect(lines[0].steps).toEqual([
      `invoice ${bill.sequenceId} of 2030-02-01 to 2030-03-01, before: not charged`,
      'with the end of the schedule on 2030-03-01 after it: fixed fee: 100, every 3 cycles; ' +
        'billed for 59 of 90 days, from 2030-01-01 to 2030-03-01: 100 × 59 / 90 = 65.555555555555…; ' +
        'charged: 65.555555555555… rounded half away from zero to 2 digits = 65.56 USD',
      'difference: 65.56 − 0 = 65.56 USD',
    ]);
  });

  it('is billed once, however often the timeline changes', async () => {
    const before = (await issuedOf('days')).length;
    await editTimeline(service.sandbox, 'days', [{ from: '2030-04-25' }]);
    expect(await issuedOf('days')).toHaveLength(before);
  });

  it('is not billed again when somebody has made that void, unless he asks for it', async () => {
    const { sandbox } = service;
    await subscribe(['void', () => [fee(true)], FEBRUARY, ''], '2030-05-01');
    await sandbox.setClock('2030-06-20T00:00:00Z');
    await editTimeline(sandbox, 'void', [{ from: '2030-06-01' }]);
    const [, { id }] = byAdjusted(await issuedOf('void'));
    await sandbox.must.patch(`/invoices/${id}`, { status: 'VOID' });
    await editTimeline(sandbox, 'void', [{ planId: next, from: '2030-06-25' }]);
    expect(await issuedOf('void')).toHaveLength(1);
    await sandbox.must.post(`/ext/v1/invoices/${id}/reissue`, {});
    expect((await issuedOf('void')).map(grossOf)).toEqual([10, 33.7]); // 100 × 31 / 92 = 33.695…
  });
});

function byAdjusted(found: Reply['body'][]): [bill: Reply['body'], adjustment: Reply['body']] {
  const adjustment = found.find(({ metadata }) => 'adjusts' in metadata);
  const bill = found.find(({ id }) => id === adjustment?.metadata.adjusts);
  return [bill, adjustment];
}
