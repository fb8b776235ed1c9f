import { beforeAll, describe, expect, it } from 'vitest';
import {
  lineOf,
  listInvoices,
  openAccount,
  publishPlan,
  sellFee,
  sellUsage,
} from '#test/billing-scenario.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';
import { watchRows } from '#test/stored-rows.ts';

const service = useService();
let client: Client;
let planId: string;
let fee: string;
let accounts = 0;

beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-01-15T12:00:00Z');
  fee = await sellFee(client, 'Base');
  const cards = [{ type: 'FIXED_FEE' as const, billableId: fee, fee: { rate: 10 } }];
  planId = await publishPlan(client, { name: 'Monthly', cards });
});

async function newAccount(): Promise<string> {
  const id = `acc${++accounts}`;
  await openAccount(client, id);
  return id;
}

/** Ids of the draft schedules, earliest first. */
async function draft(account: string, config: object | null, [from, until = '9999-01-01']: string[]) {
  const range = { effectiveFrom: from, effectiveUntil: until };
  const edit = config ? { ...range, associationConfig: config } : { ...range, mode: 'DISASSOCIATE' };
  await client.must.post(`/v2/accounts/${account}/edit_schedules`, { edits: [edit] });
  return ids(account, 'DRAFT');
}

async function ids(account: string, mode: string): Promise<string[]> {
  const { data } = await client.must.get(`/v2/accounts/${account}/schedules?mode=${mode}`);
  return data.map(({ id }: { id: string }) => id);
}

const finalize = (account: string, body: object = {}) =>
  client.post(`/v2/accounts/${account}/finalize_schedules`, body);
const edit = (id: string | undefined, operations: object[]) =>
  client.post(`/v2/schedules/${id}/rate_cards`, { operations });
const priced = (rate: number, currency = 'USD') => ({
  billableId: fee,
  type: 'FIXED_FEE',
  invoiceTiming: 'IN_ARREARS',
  rateCardDetails: { fixedFeeRateCard: { rateValues: [{ currency, rate }], enableProration: false } },
});
const update = (rate: number, currency?: string) => ({
  actionType: 'UPDATE',
  rateCardName: 'card 1',
  rateCard: priced(rate, currency),
});

/** Rates of the fees that a schedule bills by. */
async function rates(id: string | undefined, mode = 'DRAFT'): Promise<number[]> {
  const { data } = await client.must.get(`/v2/schedules/${id}/rate_cards?mode=${mode}`);
  return data.map((card: Reply['body']) => card.rateCardDetails.fixedFeeRateCard.rateValues[0].rate);
}

describe('POST /v2/schedules/{schedule_id}/rate_cards', () => {
  it('200 and the account pays its own price, while the plan keeps its', async () => {
    const [own, other] = [await newAccount(), await newAccount()];
    for (const account of [own, other]) await draft(account, { pricePlanId: planId }, ['2030-01-15']);
    const [id] = await ids(own, 'DRAFT');
    const { status, body } = await edit(id, [update(7)]);
    expect(status).toBe(200);
    expect(body.rateCards).toMatchObject([
      { name: 'card 1', accountId: own, pricePlanId: planId, referenceId: id, referenceType: 'SCHEDULE' },
    ]);
    const second = { actionType: 'CREATE', rateCardName: 'extra', rateCard: priced(3) };
    expect((await edit(id, [second])).status).toBe(200);
    expect((await edit(id, [{ actionType: 'DELETE', rateCardName: 'extra' }])).status).toBe(200);
    for (const account of [own, other]) expect((await finalize(account)).status).toBe(200);
    const [live] = await ids(own, 'ACTIVE');
    expect(live).toBe(id);
    const { data } = await client.must.get(`/v2/accounts/${own}/schedules?mode=ACTIVE`);
    expect(data[0]).toMatchObject({ isOverridden: true, version: 1 });
    expect(await rates(live, 'ACTIVE')).toEqual([7]);
    expect(await rates((await ids(other, 'ACTIVE'))[0], 'ACTIVE')).toEqual([10]);
    await client.settle();
    const bills = async (account: string) => (await listInvoices(client, account)).map(lineOf);
    expect(await bills(own)).toEqual(['2030-01-15 to 2030-02-01 DRAFT 7']);
    expect(await bills(other)).toEqual(['2030-01-15 to 2030-02-01 DRAFT 10']);
  });

  it('200 and both parts of a schedule that is cut keep its prices, until one changes', async () => {
    const account = await newAccount();
    const [id] = await draft(account, { pricePlanId: planId }, ['2030-02-01']);
    await edit(id, [update(7)]);
    const [left, right] = await draft(account, null, ['2030-04-01', '2030-05-01']);
    expect([await rates(left), await rates(right)]).toEqual([[7], [7]]);
    await edit(right, [update(8)]);
    expect([await rates(left), await rates(right)]).toEqual([[7], [8]]);
    expect((await finalize(account, { mergeSchedules: true })).status).toBe(200);
    expect(await ids(account, 'ACTIVE')).toEqual([left, right]);
  });

  it('200 for a renewal from a schedule, which has its cards and joins it', async () => {
    const account = await newAccount();
    const [id] = await draft(account, { pricePlanId: planId }, ['2030-02-01', '2030-03-01']);
    await edit(id, [update(7)]);
    await finalize(account);
    const [, renewal] = await draft(account, { scheduleId: id }, ['2030-03-01', '2030-04-01']);
    expect(await rates(renewal)).toEqual([7]);
    expect((await finalize(account, { mergeSchedules: true })).body.data).toHaveLength(1);
    const [, changed] = await draft(account, { scheduleId: id }, ['2030-04-01', '2030-05-01']);
    await edit(changed, [update(9)]);
    expect((await finalize(account, { mergeSchedules: true })).body.data).toHaveLength(2);
    expect([await rates(id, 'ACTIVE'), await rates(changed, 'ACTIVE')]).toEqual([[7], [9]]);
  });

  it('200 for a schedule that is live but has not begun; its new prices have a new id', async () => {
    const account = await newAccount();
    const [id] = await draft(account, { pricePlanId: planId }, ['2030-02-01']);
    await finalize(account);
    await draft(account, null, ['2031-01-01']);
    expect((await edit(id, [update(7)])).status).toBe(200);
    expect(await rates(id, 'ACTIVE')).toEqual([10]);
    await finalize(account);
    const [live] = await ids(account, 'ACTIVE');
    expect(live).not.toBe(id);
    expect(await rates(live, 'ACTIVE')).toEqual([7]);
  });

  it('400 for the prices of days that have passed', async () => {
    const account = await newAccount();
    const [id] = await draft(account, { pricePlanId: planId }, ['2030-01-01']);
    await finalize(account);
    await draft(account, null, ['2031-01-01']);
    const { status, body } = await edit(id, [update(7)]);
    expect(status).toBe(400);
    expect(body.message).toBe(
      `the prices of schedule ${id} cannot be changed: schedule ${id} already prices 2030-01-01; ` +
        'only its days from 2030-01-16 on can be changed; associate new terms from that instant on ' +
        'instead',
    );
    expect(await rates(id)).toEqual([10]);
  });

  it('400 for a schedule that is in no draft, 404 for one that does not exist', async () => {
    const account = await newAccount();
    const [id] = await draft(account, { pricePlanId: planId }, ['2030-02-01']);
    await finalize(account);
    expect((await edit(id, [update(7)])).headers['error-code']).toBe('SCHEDULE_NOT_IN_DRAFT');
    expect((await edit('sch.x', [update(7)])).status).toBe(404);
  });

  it('400 when finalized without a price in the currency of the account; errors said so before', async () => {
    const account = await newAccount();
    const [id] = await draft(account, { pricePlanId: planId }, ['2030-02-01']);
    expect((await edit(id, [update(7, 'EUR')])).status).toBe(200);
    const { data } = await client.must.get(`/v2/schedules/${id}/errors`);
    expect(data).toEqual([
      { referenceId: id, entityId: 'card 1', entityType: 'RATE_CARD', errorMessage: 'has no price in USD' },
    ]);
    const { status, body } = await finalize(account);
    expect(status).toBe(400);
    expect(body.message).toBe(
      `schedule ${id} (Monthly from 2030-02-01) cannot be billed: card 1: has no price in USD`,
    );
    expect(
      (await edit(id, [{ actionType: 'UPDATE', rateCardName: 'none', rateCard: priced(1) }])).status,
    ).toBe(404);
  });

  it('200 and what only this account is billed for cannot be archived before its end', async () => {
    const account = await newAccount();
    const addOn = await sellFee(client, 'Only for one');
    const meter = await sellUsage(client, 'rare calls');
    const [id] = await draft(account, { pricePlanId: planId }, ['2030-02-01']);
    const ratePlan = { pricingModel: 'TIERED', slabs: [{ order: 1, startAfter: 0, priceType: 'PER_UNIT' }] };
    const rateValues = [{ currency: 'USD', slabRates: [{ order: 1, rate: 1 }] }];
    const usage = {
      ...{ billableId: meter, type: 'USAGE', invoiceTiming: 'IN_ARREARS' },
      rateCardDetails: { usageRateCard: { ratePlan, rateValues } },
    };
    const own = { ...priced(1), billableId: addOn };
    const added = await edit(id, [
      { actionType: 'CREATE', rateCard: own },
      { actionType: 'CREATE', rateCard: usage },
    ]);
    expect(added.status).toBe(200);
    const archive = async (path: string) => (await client.delete(path)).headers['error-code'];
    expect(await archive(`/addons/${addOn}`)).toBe('ADD_ON_IN_USE');
    expect((await finalize(account)).status).toBe(200);
    await client.must.post(`/usage_meters/${meter}/deactivate`);
    expect(await archive(`/addons/${addOn}`)).toBe('ADD_ON_IN_USE');
    expect(await archive(`/usage_meters/${meter}`)).toBe('METER_IN_USE');
    await draft(account, null, ['2030-01-16']);
    await finalize(account);
    expect(await archive(`/addons/${addOn}`)).toBeUndefined();
    expect(await archive(`/usage_meters/${meter}`)).toBeUndefined();
  });

  it('200 and a draft that is discarded leaves nothing behind', async () => {
    const account = await newAccount();
    const rows = await watchRows(service);
    const orgId = await rows.orgId('test');
    const before = await rows.digest(orgId, { isCaller: true });
    const [id] = await draft(account, { pricePlanId: planId }, ['2030-02-01']);
    await edit(id, [update(7)]);
    const [, right] = await draft(account, null, ['2030-04-01', '2030-05-01']);
    await edit(right, [update(8)]);
    await client.must.delete(`/v2/accounts/${account}/discard_schedules`);
    expect(await rows.digest(orgId, { isCaller: true })).toBe(before);
    await rows.close();
  });
});
