import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount, publishPlan, sellFee } from '#test/billing-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
let planId: string;
let accounts = 0;

beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-01-15T12:00:00Z');
  const fee = await sellFee(client, 'Base');
  const cards = [{ type: 'FIXED_FEE' as const, billableId: fee, fee: { rate: 10 } }];
  planId = await publishPlan(client, { name: 'Monthly', cards });
});

interface Terms {
  until?: string;
  mergeSchedules?: boolean;
}

async function newAccount(members: Record<string, unknown> = {}): Promise<string> {
  const id = `acc${++accounts}`;
  await openAccount(client, id, members);
  return id;
}

const edit = (account: string, from: string, { until = '9999-01-01', ...members }: Terms = {}) =>
  client.must.post(`/v2/accounts/${account}/edit_schedules`, {
    edits: [
      {
        effectiveFrom: from,
        effectiveUntil: until,
        associationConfig: { pricePlanId: planId },
        ...members,
      },
    ],
  });
const finalize = (account: string, body?: object) =>
  client.post(`/v2/accounts/${account}/finalize_schedules`, body);

/** `2030-01-15 to 2030-02-01` of each live schedule. */
async function live(account: string): Promise<string[]> {
  const { data } = await client.must.get(`/v2/accounts/${account}/schedules?mode=ACTIVE`);
  return data.map(
    (each: Record<string, string>) => `${each.startDate?.slice(0, 10)} to ${each.endDate?.slice(0, 10)}`,
  );
}

describe('POST /v2/accounts/{account_id}/finalize_schedules', () => {
  it('200 and the draft is live, exactly as it was shown', async () => {
    const account = await newAccount();
    await edit(account, '2030-01-15');
    const draft = await client.must.get(`/v2/accounts/${account}/schedules?mode=DRAFT`);
    const reply = await finalize(account);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      data: [
        {
          id: expect.stringMatching(/^sch\./),
          accountId: account,
          pricePlanId: planId,
          version: 1,
          deferredRevenue: false,
          pricePlanInfo: { name: 'Monthly' },
          accountScheduleInfo: {
            supportedCurrencies: ['USD'],
            pricingCycleConfig: {
              interval: 'MONTHLY',
              startOffset: { dayOffset: '1', monthOffset: 'NIL' },
              gracePeriod: 0,
            },
            pricingRules: [],
          },
          isOverridden: false,
          startDate: '2030-01-15T00:00:00.000Z',
          endDate: '9999-01-01T00:00:00.000Z',
          allowOngoingCycleUpdates: false,
        },
      ],
      nextToken: null,
    });
    expect(draft.data).toEqual(reply.body.data);
    expect(await client.must.get(`/v2/accounts/${account}/schedules?mode=DRAFT`)).toEqual({
      data: [],
      nextToken: null,
    });
  });

  it('200 and neighbours stay apart unless they are to be merged', async () => {
    const [apart, merged, requested] = [await newAccount(), await newAccount(), await newAccount()];
    for (const account of [apart, merged, requested]) {
      await edit(account, '2030-02-01', { until: '2030-03-01' });
      await edit(account, '2030-03-01', { until: '2030-04-01', mergeSchedules: account === requested });
    }
    await finalize(apart, { mergeSchedules: false });
    await finalize(merged, { mergeSchedules: true });
    await finalize(requested);
    expect(await live(apart)).toEqual(['2030-02-01 to 2030-03-01', '2030-03-01 to 2030-04-01']);
    expect(await live(merged)).toEqual(['2030-02-01 to 2030-04-01']);
    expect(await live(requested)).toEqual(['2030-02-01 to 2030-04-01']);
  });

  it('200 and a border that has passed is not merged away: its cycle was cut there', async () => {
    const account = await newAccount();
    await edit(account, '2030-01-01', { until: '2030-01-10' });
    await edit(account, '2030-01-10');
    await finalize(account, { mergeSchedules: true });
    expect(await live(account)).toEqual(['2030-01-01 to 2030-01-10', '2030-01-10 to 9999-01-01']);
  });

  it('400 without a draft', async () => {
    const { status, headers } = await finalize(await newAccount());
    expect(status).toBe(400);
    expect(headers['error-code']).toBe('NO_DRAFT_SCHEDULES');
  });

  it('400 for an account that is a draft itself; its draft schedules stay', async () => {
    const account = await newAccount({ status: 'DRAFT' });
    await edit(account, '2030-02-01');
    expect((await finalize(account)).headers['error-code']).toBe('ACCOUNT_IN_DRAFT');
    expect((await client.must.get(`/v2/accounts/${account}/schedules?mode=DRAFT`)).data).toHaveLength(1);
  });

  it('200 and licences are granted before the change; 400 and nothing when one is rejected', async () => {
    const account = await newAccount();
    const { id: licenseId } = await client.must.post('/addons', { name: 'Seat', type: 'LICENSE' });
    await edit(account, '2030-02-01');
    const grant = (updateType: string, quantity: string) => ({
      type: 'GRANT_LICENSE',
      config: { licenseId, updateType, quantity },
    });
    const rejected = await finalize(account, {
      preActions: [grant('RELATIVE', '5'), grant('RELATIVE', '-6')],
    });
    expect(rejected.status).toBe(400);
    expect(rejected.body.message).toMatch(/^preActions\[1\]\.config\./);
    expect(await live(account)).toEqual([]);
    const granted = await finalize(account, { preActions: [grant('RELATIVE', '5')] });
    expect(granted.status).toBe(200);
    expect(await live(account)).toEqual(['2030-02-01 to 9999-01-01']);
    const { data } = await client.must.get(`/license_updates?account_id=${account}`);
    expect(data.map(({ quantity }: { quantity: number }) => quantity)).toEqual([5]);
  });

  it('404 for an unknown account', async () => {
    expect((await finalize('nobody')).body.message).toBe('account nobody not found');
  });

  it('400 DRAFT_STALE when the live timeline has changed since', async () => {
    const account = await newAccount();
    await edit(account, '2030-02-01');
    // There is one draft for each account, so only a change from outside can come between.
    await changeFromOutside(account);
    expect((await finalize(account)).headers['error-code']).toBe('DRAFT_STALE');
    const { headers } = await client.post(`/v2/accounts/${account}/edit_schedules`, {
      edits: [{ mode: 'DISASSOCIATE', effectiveFrom: '2030-02-01', effectiveUntil: '2030-03-01' }],
    });
    expect(headers['error-code']).toBe('DRAFT_STALE');
  });

  it('two at the same time: one goes live, the other finds no draft', async () => {
    const account = await newAccount();
    await edit(account, '2030-02-01');
    const replies = await Promise.all([finalize(account), finalize(account)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await live(account)).toEqual(['2030-02-01 to 9999-01-01']);
  });

  // Last, because it moves the clock.
  it('400 when the first day has come meanwhile', async () => {
    const account = await newAccount();
    await edit(account, '2030-01-15');
    await finalize(account);
    await client.must.post(`/v2/accounts/${account}/edit_schedules`, {
      edits: [{ mode: 'DISASSOCIATE', effectiveFrom: '2030-01-16', effectiveUntil: '9999-01-01' }],
    });
    await client.setClock('2030-01-16T00:00:00Z');
    const { status, body } = await finalize(account);
    expect(status).toBe(400);
    expect(body.message).toMatch(
      /^edit 1 of the draft\.effectiveFrom: schedule .+ from 2030-01-17 on can be changed$/,
    );
  });
});

async function changeFromOutside(accountId: string): Promise<void> {
  const database = new pg.Client({ connectionString: service.databaseUrl });
  await database.connect();
  await database.query(
    `insert into schedule_timelines (org_id, account_id, version)
     select org_id, $1, 1 from organizations where environment = 'sandbox'`,
    [accountId],
  );
  await database.end();
}
