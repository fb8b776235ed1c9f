import { beforeAll, describe, expect, it } from 'vitest';
import {
  editTimeline,
  lastEventStatus,
  lineOf,
  listInvoices,
  openAccount,
  publishPlan,
  sellFee,
  sellUsage,
  use,
} from '#test/billing-scenario.ts';
import { type Reply, useService } from '#test/running-app.ts';

/*
 * The acceptance vectors of money-platform.md 26 about amounts that need a clock: 4, 10, 11 and 23; with them
 * V24 of metering-pricing.md through the API. January has two days of grace, so it is due on 3 February.
 */
const service = useService();
const credits: Record<string, string> = {};

async function grant(accountId: string, effectiveUntil?: string): Promise<void> {
  const terms = { accountId, purpose: 'gift', creditAmount: 100, priority: 1, effectiveFrom: '2030-01-01' };
  const creditRequests = [{ ...terms, ...(effectiveUntil && { effectiveUntil }) }];
  const [{ id }] = await service.sandbox.must.post('/credits', { creditRequests });
  credits[accountId] = id;
}

/** `EXPIRED 100 held 0 consumed 70; CREDITED 100, DEBITED 70, EXPIRED 30`. */
async function creditOf(accountId: string): Promise<string> {
  const credit = await service.sandbox.must.get(`/credits/${credits[accountId]}`);
  const { status, creditAmount, holdAmount, consumedAmount, transactions } = credit;
  const moves = transactions.map((each: Reply['body']) => `${each.transactionType} ${each.amount}`);
  return `${status} ${creditAmount} held ${holdAmount} consumed ${consumedAmount}; ${moves.join(', ')}`;
}

async function sendCalls(account: string, amount: string): Promise<string> {
  await use(service.sandbox, { meter: 'calls', account, at: '2030-01-10T00:00:00Z', amount });
  return lastEventStatus(service.sandbox, account);
}

const linesOf = async (account: string) => (await listInvoices(service.sandbox, account)).map(lineOf);

beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-20T00:00:00Z');
  const calls = await sellUsage(sandbox, 'calls');
  const fee = await sellFee(sandbox, 'Fee');
  const usage = { model: 'TIERED' as const, slabs: [{ rate: 1 }] };
  const metered = await publishPlan(sandbox, {
    ...{ name: 'metered', graceDays: 2, cards: [{ type: 'USAGE', billableId: calls, usage }] },
  });
  const planOf = (name: string, rate: number, graceDays: number) =>
    publishPlan(sandbox, { name, graceDays, cards: [{ type: 'FIXED_FEE', billableId: fee, fee: { rate } }] });
  const rebate = await planOf('rebate', -30, 2);
  const month = await planOf('month', 70, 2);
  const day = await planOf('day', 70, 1);
  const january = { from: '2030-01-01', until: '2030-02-01' };
  for (const [account, ...edits] of [
    ['run-off', { planId: metered, ...january }],
    ['idle', { planId: metered, ...january }],
    ['favoured', { planId: rebate, ...january }],
    // Both are due on 3 February: January and two days, 1 February and one day.
    ['twice', { planId: month, ...january }, { planId: day, from: '2030-02-01', until: '2030-02-02' }],
  ] as const) {
    await openAccount(sandbox, account);
    await editTimeline(sandbox, account, [...edits]);
  }
  await grant('run-off', '2030-01-31');
  await grant('twice');
  await sendCalls('run-off', '40');
});

describe('as days go by', () => {
  it('4: a credit until 31 January, held by 40 of January, is active on 1 February', async () => {
    await service.sandbox.setClock('2030-02-01T00:00:00Z');
    expect(await creditOf('run-off')).toBe('ACTIVE 100 held 40 consumed 0; CREDITED 100');
  });

  it('V24: an event of January is accepted a microsecond before the deadline', async () => {
    await service.sandbox.setClock('2030-02-02T23:59:59.999999Z');
    expect(await sendCalls('run-off', '30')).toBe('INGESTION_COMPLETED_EVENT_METERED');
  });

  it('V24: and rejected at the deadline', async () => {
    await service.sandbox.setClock('2030-02-03T00:00:00Z');
    expect(await sendCalls('run-off', '5')).toBe('INGESTION_FAILED_PAST_GRACE_PERIOD');
  });

  it('4: it has paid 40 + 30 = 70, the other 30 are expired', async () => {
    expect(await creditOf('run-off')).toBe(
      'EXPIRED 100 held 0 consumed 70; CREDITED 100, DEBITED 70, EXPIRED 30',
    );
    expect(await linesOf('run-off')).toEqual(['2030-01-01 to 2030-02-01 PAID 0']); // 70 − 70
  });

  it('10: an invoice of zero is paid and has a number', async () => {
    const [invoice] = await listInvoices(service.sandbox, 'idle');
    expect(lineOf(invoice)).toBe('2030-01-01 to 2030-02-01 PAID 0');
    expect(invoice.sequenceId).toMatch(/^2030-02-\d{4}$/);
  });

  it('11: what is owed to the customer, −30, is refunded', async () => {
    expect(await linesOf('favoured')).toEqual(['2030-01-01 to 2030-02-01 REFUND_COMPLETED -30']);
  });

  it('23: two invoices that are due at once take no more than a credit has', async () => {
    expect(await creditOf('twice')).toBe(
      'CONSUMED 100 held 0 consumed 100; CREDITED 100, DEBITED 70, DEBITED 30',
    );
    // 70 − 70; a day of an unprorated fee is the whole fee: 70 − 30
    expect(await linesOf('twice')).toEqual([
      '2030-01-01 to 2030-02-01 PAID 0',
      '2030-02-01 to 2030-02-02 DUE 40',
    ]);
  });
});
