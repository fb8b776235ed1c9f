import { beforeAll, describe, expect, it } from 'vitest';
import { editTimeline, openAccount, publishPlan, sellFee, sellUsage, use } from '#test/billing-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
/** Fees of 10 and of 28, and units of `calls` at 2 and at 3. */
let [cheap, dear, ahead] = ['', '', ''];
beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-02-01T00:00:00Z');
  const [fee, meter] = [await sellFee(client, 'Fee'), await sellUsage(client, 'calls')];
  const sell = (
    name: string,
    [rate, unit]: [number, number],
    timing: 'IN_ARREARS' | 'IN_ADVANCE' = 'IN_ARREARS',
  ) =>
    publishPlan(client, {
      name,
      ...{ graceDays: 2, isOngoing: true },
      cards: [
        { type: 'FIXED_FEE', billableId: fee, fee: { rate, isProrated: true }, timing },
        { type: 'USAGE', billableId: meter, usage: { model: 'TIERED', slabs: [{ rate: unit }] } },
      ],
    });
  [cheap, dear] = [await sell('cheap', [10, 2]), await sell('dear', [28, 3])];
  ahead = await sell('ahead', [28, 3], 'IN_ADVANCE');
});

let count = 0;
/** An account with the cheap plan from February on, and with 5 units used. */
async function openCheap(): Promise<string> {
  const account = `schedule-${++count}`;
  await openAccount(client, account);
  await editTimeline(client, account, [{ planId: cheap, from: '2030-02-01' }]);
  await use(client, { meter: 'calls', account, at: '2030-02-01T00:00:00Z', amount: '5' });
  await client.settle();
  return account;
}
const edit = (account: string, pricePlanId: string, effectiveFrom: string) =>
  client.must.post(`/v2/accounts/${account}/edit_schedules`, {
    edits: [{ effectiveFrom, effectiveUntil: '9999-01-01', associationConfig: { pricePlanId } }],
  });
const preview = (account: string) => client.post(`/ext/v1/accounts/${account}/schedules/preview`);

/** `2030-02-01 to 2030-03-01: 20 → 14.5 DRAFT` of each bill. */
async function billsOf(account: string): Promise<string[]> {
  const { status, body } = await preview(account);
  expect(status).toBe(200);
  return body.bills.map(
    ({ startDate, endDate, totalBefore = '-', totalAfter = '-', statusAfter = '' }: Record<string, string>) =>
      `${startDate?.slice(0, 10)} to ${endDate?.slice(0, 10)}: ${totalBefore} → ${totalAfter} ${statusAfter}`,
  );
}

/** `2030-02-01 to 2030-03-01: 14.5 DRAFT` of each invoice there is. */
async function invoicesOf(account: string): Promise<string[]> {
  const { data } = await client.must.get(`/invoices?owner_id=${account}`);
  return data
    .map(
      ({ startDate, endDate, totalAmount, status }: Record<string, string>) =>
        `${startDate?.slice(0, 10)} to ${endDate?.slice(0, 10)}: ${totalAmount} ${status}`,
    )
    .sort();
}

const afterwards = (bills: string[]) => bills.map((bill) => bill.replace(/\S+ → /, '')).sort();

describe('POST /ext/v1/accounts/{account_id}/schedules/preview', () => {
  it('200 with the drafts now and afterwards, which are those that the schedules then have', async () => {
    const account = await openCheap();
    await edit(account, dear, '2030-02-15');
    const before = await invoicesOf(account);
    const bills = await billsOf(account);
    // 10 + 5 × 2; until the 14th, half of the fee
    expect(bills).toEqual(['2030-02-01 to 2030-02-15: 20 → 15 DRAFT']);
    expect(await invoicesOf(account)).toEqual(before);
    // The draft of the schedules is still there.
    expect(await billsOf(account)).toEqual(bills);
    await client.must.post(`/v2/accounts/${account}/finalize_schedules`);
    await client.settle();
    expect(await invoicesOf(account)).toEqual(afterwards(bills));
  });

  it('200 with the draft of another plan in place of that of the same days', async () => {
    const account = await openCheap();
    await edit(account, dear, '2030-02-01');
    const bills = await billsOf(account);
    // 28 + 5 × 3
    expect(bills).toEqual(['2030-02-01 to 2030-03-01: 20 → 43 DRAFT']);
    await client.must.post(`/v2/accounts/${account}/finalize_schedules`);
    await client.settle();
    expect(await invoicesOf(account)).toEqual(afterwards(bills));
  });

  it('200 with what begins at once, and is billed in advance', async () => {
    const account = 'schedule-new';
    await openAccount(client, account);
    await edit(account, ahead, '2030-02-01');
    const bills = await billsOf(account);
    expect(bills.sort()).toEqual([
      '2030-02-01 to 2030-03-01: - → 0 DRAFT',
      '2030-02-01 to 2030-03-01: - → 28 DUE',
    ]);
    expect(await invoicesOf(account)).toEqual([]);
    await client.must.post(`/v2/accounts/${account}/finalize_schedules`);
    await client.settle();
    expect(await invoicesOf(account)).toEqual(afterwards(bills));
  });

  it('200 with drafts that stay as they are if only later cycles change', async () => {
    const account = await openCheap();
    await edit(account, dear, '2030-03-01');
    expect(await billsOf(account)).toEqual(['2030-02-01 to 2030-03-01: 20 → 20 DRAFT']);
  });

  it('400 without a draft of the schedules, and 404 for an unknown account', async () => {
    const account = await openCheap();
    const { status, headers } = await preview(account);
    expect([status, headers['error-code']]).toEqual([400, 'NO_DRAFT_SCHEDULES']);
    expect((await preview('nobody')).status).toBe(404);
  });
});
