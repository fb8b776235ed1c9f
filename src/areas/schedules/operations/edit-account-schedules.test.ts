import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount, publishPlan, sellFee } from '#test/billing-scenario.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
const plans: Record<string, string> = {};
let accounts = 0;

beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-01-15T12:00:00Z');
  const fee = await sellFee(client, 'Base');
  const cards = [{ type: 'FIXED_FEE' as const, billableId: fee, fee: { rate: 10 } }];
  plans.monthly = await publishPlan(client, { name: 'Monthly', cards });
  plans.tenth = await publishPlan(client, { name: 'From the 10th', cards, day: '10' });
  plans.annual = await publishPlan(client, { name: 'Annual', cards, interval: 'ANNUALLY', month: '1' });
  plans.euro = await publishPlan(client, { name: 'Euro', cards, currency: 'EUR' });
});

interface Requested {
  plan?: string;
  from: string;
  until?: string;
  config?: Record<string, unknown>;
}

const edit = ({ plan, from, until = '9999-01-01', config }: Requested) => ({
  mode: plan || config ? 'ASSOCIATE' : 'DISASSOCIATE',
  effectiveFrom: from,
  effectiveUntil: until,
  ...((plan || config) && { associationConfig: { ...(plan && { pricePlanId: plans[plan] }), ...config } }),
});

async function newAccount(members: Record<string, unknown> = {}): Promise<string> {
  const id = `acc${++accounts}`;
  await openAccount(client, id, members);
  return id;
}

const send = (account: string, edits: Requested[], query = '') =>
  client.post(`/v2/accounts/${account}/edit_schedules${query}`, { edits: edits.map(edit) });

async function live(account: string, ...edits: Requested[]): Promise<void> {
  await client.must.post(`/v2/accounts/${account}/edit_schedules`, { edits: edits.map(edit) });
  await client.must.post(`/v2/accounts/${account}/finalize_schedules`, {});
}

/** `Monthly 2030-01-15 to 2030-02-01`, one for each schedule of an answer. */
const print = ({ body }: Reply) =>
  body.pricingSchedules?.map(
    (each: Record<string, string>) =>
      `${each.pricePlanName} ${each.startDate?.slice(0, 10)} to ${each.endDate?.slice(0, 10)}`,
  ) ?? body;

describe('POST /v2/accounts/{account_id}/edit_schedules', () => {
  it('200 and the draft; nothing is live', async () => {
    const account = await newAccount();
    const reply = await send(account, [{ plan: 'monthly', from: '2030-01-15' }]);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      accountId: account,
      accountName: `Account ${account}`,
      pricingSchedules: [
        {
          id: expect.stringMatching(/^sch\.\w{8}\.\w{7}$/),
          pricePlanId: plans.monthly,
          pricePlanName: 'Monthly',
          startDate: '2030-01-15T00:00:00.000Z',
          endDate: '9999-01-01T00:00:00.000Z',
        },
      ],
    });
    expect((await client.get(`/v2/accounts/${account}/schedules?mode=ACTIVE`)).body.data).toEqual([]);
    expect((await client.get(`/v2/accounts/${account}/schedules?mode=DRAFT`)).body.data).toHaveLength(1);
  });

  it('200 for edits in one request, each on what the one before it left', async () => {
    const reply = await send(await newAccount(), [
      { plan: 'monthly', from: '2030-02-01' },
      { plan: 'tenth', from: '2030-03-01', until: '2030-05-01' },
      { from: '2030-06-01', until: '2030-07-01' },
    ]);
    expect(print(reply)).toEqual([
      'Monthly 2030-02-01 to 2030-03-01',
      'From the 10th 2030-03-01 to 2030-05-01',
      'Monthly 2030-05-01 to 2030-06-01',
      'Monthly 2030-07-01 to 9999-01-01',
    ]);
  });

  it('200 and a gap for DISASSOCIATE: vector V30', async () => {
    const account = await newAccount();
    await live(account, { plan: 'monthly', from: '2030-07-04', until: '2030-10-04' });
    const before = (await client.get(`/v2/accounts/${account}/schedules?mode=ACTIVE`)).body.data[0];
    const reply = await send(account, [{ from: '2030-08-04', until: '2030-09-04' }]);
    expect(print(reply)).toEqual(['Monthly 2030-07-04 to 2030-08-04', 'Monthly 2030-09-04 to 2030-10-04']);
    const [left, right] = reply.body.pricingSchedules;
    expect(left.id).toBe(before.id);
    expect(right.id).not.toBe(before.id);
  });

  it('200 on top of a draft; discard starts again from what is live', async () => {
    const account = await newAccount();
    await send(account, [{ plan: 'monthly', from: '2030-02-01', until: '2030-03-01' }]);
    const next = { plan: 'tenth', from: '2030-03-01', until: '2030-04-01' };
    expect(print(await send(account, [next]))).toEqual([
      'Monthly 2030-02-01 to 2030-03-01',
      'From the 10th 2030-03-01 to 2030-04-01',
    ]);
    expect(print(await send(account, [next], '?discard=true'))).toEqual([
      'From the 10th 2030-03-01 to 2030-04-01',
    ]);
  });

  it('200 for a draft account: it may prepare', async () => {
    const account = await newAccount({ status: 'DRAFT' });
    expect((await send(account, [{ plan: 'monthly', from: '2030-02-01' }])).status).toBe(200);
  });

  it('two at the same time both count, one after the other', async () => {
    const account = await newAccount();
    const replies = await Promise.all([
      send(account, [{ plan: 'monthly', from: '2030-02-01', until: '2030-03-01' }]),
      send(account, [{ plan: 'tenth', from: '2030-02-15', until: '2030-04-01' }]),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const { data } = await client.must.get(`/v2/accounts/${account}/schedules?mode=DRAFT`);
    expect(data).toHaveLength(2);
    expect(data[0].endDate).toBe(data[1].startDate);
  });

  describe('dates, on 15 January', () => {
    it.each([
      //  edit of an account without schedules             earliest that is allowed
      [{ plan: 'monthly', from: '2028-12-11' }, 200], // 400 days back
      [{ plan: 'monthly', from: '2028-12-10' }, /must not be before 2028-12-11, 400 days ago/],
      [{ from: '2020-01-01' }, 200], // nothing to remove
    ])('free days: %j', async (requested, expected) => {
      const { status, body } = await send(await newAccount(), [requested]);
      if (expected === 200) expect(status).toBe(200);
      else expect(body.message).toMatch(expected as RegExp);
    });

    it.each([
      //  edit of a schedule [1 January, forever)          answer
      [{ plan: 'tenth', from: '2030-01-16' }, 200],
      [{ plan: 'tenth', from: '2030-01-15' }, 400],
      [{ from: '2030-01-16' }, 200],
      [{ from: '2030-01-15' }, 400],
      [{ from: '2029-12-01', until: '2030-02-01' }, 400],
      [{ plan: 'tenth', from: '2029-12-01', until: '2030-01-01' }, 200], // free days before it
    ])('days of a schedule: %j → %i', async (requested, status) => {
      const account = await newAccount();
      await live(account, { plan: 'monthly', from: '2030-01-01' });
      const reply = await send(account, [requested]);
      expect(reply.status).toBe(status);
      if (status === 400)
        expect(reply.body.message).toMatch(
          /^edits\[0\]\.effectiveFrom: schedule .+ from 2030-01-16 on can be changed$/,
        );
    });

    // The cycle of December is in its grace period, and stays as it is.
    it.each(['allowOngoingCycleUpdates', 'deferredRevenue'])(
      'with %s, from the start of the running cycle',
      async (freedom) => {
        const account = await newAccount();
        const { id } = await client.must.post('/v2/price_plans', {
          name: freedom,
          type: 'BILLING',
          supportedCurrencies: ['USD'],
          pricingCycleConfig: { interval: 'MONTHLY', gracePeriod: 20 },
          [freedom]: true,
        });
        await client.must.post(`/v2/price_plans/${id}/finalize`);
        plans[freedom] = id;
        await live(account, { plan: freedom, from: '2029-12-01', until: '2030-06-01' });
        await client.settle();
        expect((await send(account, [{ plan: 'monthly', from: '2030-01-01' }])).status).toBe(200);
        expect((await send(account, [{ from: '2030-01-02' }], '?discard=true')).status).toBe(200);
        const { body } = await send(account, [{ plan: 'monthly', from: '2029-12-31' }], '?discard=true');
        expect(body.message).toMatch(
          /already prices 2029-12-31; only its days from 2030-01-01 on can be changed$/,
        );
      },
    );
  });

  describe('retainStartOffsets', () => {
    const retain = { config: { retainStartOffsets: true } };

    it('200 and the borders stay where they are', async () => {
      const account = await newAccount();
      await live(account, { plan: 'tenth', from: '2030-01-12' });
      await live(account, { plan: 'monthly', from: '2030-02-20', ...retain });
      const { data } = await client.must.get(`/v2/accounts/${account}/schedules?mode=ACTIVE`);
      expect(data[1].accountScheduleInfo.pricingCycleConfig.startOffset.dayOffset).toBe('10');
      expect(data[1].isOverridden).toBe(true);
    });

    it('400 when no plan is in force on that date', async () => {
      const account = await newAccount();
      await live(account, { plan: 'monthly', from: '2030-02-01', until: '2030-03-01' });
      const { status, body } = await send(account, [{ plan: 'tenth', from: '2030-03-01', ...retain }]);
      expect(status).toBe(400);
      expect(body.message).toMatch(/retainStartOffsets: the account has no schedule on 2030-03-01$/);
    });

    it('400 on the day after a plan has ended, 200 when one without end is replaced', async () => {
      const account = await newAccount();
      await live(account, { plan: 'tenth', from: '2030-10-01', until: '2030-11-01' });
      const requested = { plan: 'monthly', from: '2030-11-01', ...retain };
      expect((await send(account, [requested])).headers['error-code']).toBe('NO_SCHEDULE_IN_FORCE');
      await live(account, { plan: 'tenth', from: '2030-10-01' });
      expect((await send(account, [requested])).status).toBe(200);
    });

    it('400 when the intervals differ, also of cycles that are counted in days', async () => {
      const account = await newAccount();
      await live(account, { plan: 'monthly', from: '2030-02-01' });
      const { body } = await send(account, [{ plan: 'annual', from: '2030-03-01', ...retain }]);
      expect(body.message).toMatch(/the current cycle is MONTHLY, not ANNUALLY$/);
      const days = (intervalDays: number) => ({
        pricingCycleConfigOverride: { interval: 'CUSTOM_DAYS', intervalDays, gracePeriod: 0 },
      });
      await live(account, { plan: 'monthly', from: '2030-02-01', config: days(10) });
      const config = { ...days(14), retainStartOffsets: true };
      const other = await send(account, [{ plan: 'monthly', from: '2030-03-01', config }]);
      expect(other.body.message).toMatch(/is CUSTOM_DAYS of 10 days, not CUSTOM_DAYS of 14 days$/);
    });
  });

  it('200 with another cycle for this account, and its renewal from the schedule', async () => {
    const account = await newAccount();
    const override = { interval: 'MONTHLY', startOffset: { dayOffset: 'LAST' }, gracePeriod: 3 };
    const first = await send(account, [
      {
        plan: 'monthly',
        from: '2030-02-01',
        until: '2030-03-01',
        config: { pricingCycleConfigOverride: override },
      },
    ]);
    const [overridden] = first.body.pricingSchedules;
    expect(overridden.pricePlanDetailsOverride).toEqual({
      pricingCycleConfig: { ...override, startOffset: { dayOffset: 'LAST', monthOffset: 'NIL' } },
    });
    const renewed = await send(account, [
      { from: '2030-03-01', until: '2030-04-01', config: { scheduleId: overridden.id } },
    ]);
    expect(renewed.body.pricingSchedules[1].pricePlanDetailsOverride).toEqual(
      overridden.pricePlanDetailsOverride,
    );
  });

  it.each([
    [[{ from: '2030-03-01', until: '2030-03-01' }], /^edits\[0\]\.effectiveFrom: must be before/],
    [[{ plan: 'euro', from: '2030-03-01' }], /has no prices in USD, the account's currency$/],
    [[{ from: '2030-03-01', config: {} }], /^edits\[0\]\.associationConfig: must have either/],
    [
      [
        {
          plan: 'monthly',
          from: '2030-03-01',
          config: { pricingCycleConfigOverride: { interval: 'WEEKLY', gracePeriod: 7 } },
        },
      ],
      /pricingCycleConfigOverride: gracePeriod must be a whole number of days from 0 to 6 for WEEKLY/,
    ],
    [[], /^edits: must have at least 1 entries$/],
    [new Array(11).fill({ from: '2030-03-01' }), /^edits: must have at most 10 entries$/],
    [[{ from: '2030-02-30' }], /effectiveFrom: must be a calendar date/],
  ] as [Requested[], RegExp][])('400 for %j', async (edits, message) => {
    const { status, body } = await send(await newAccount(), edits);
    expect(status).toBe(400);
    expect(body.message).toMatch(message);
  });

  it('400 for a plan that was never finalized, that is sold once, or that is archived', async () => {
    const account = await newAccount();
    const terms = { supportedCurrencies: ['USD'] };
    const draft = await client.must.post('/v2/price_plans', { name: 'Draft', type: 'BILLING', ...terms });
    const once = await client.must.post('/v2/price_plans', { name: 'Once', type: 'PURCHASE', ...terms });
    await client.must.post(`/v2/price_plans/${once.id}/finalize`, {});
    const rejected = async (pricePlanId: string) =>
      (await send(account, [{ from: '2030-03-01', config: { pricePlanId } }])).headers['error-code'];
    expect(await rejected(draft.id)).toBe('PRICE_PLAN_NOT_ACTIVE');
    expect(await rejected(once.id)).toBe('PRICE_PLAN_NOT_SCHEDULABLE');
    await client.must.delete(`/price_plans/${once.id}`);
    expect(await rejected(once.id)).toBe('PRICE_PLAN_ARCHIVED');
  });

  it('404 for unknown accounts, plans and schedules, also those of another organization', async () => {
    const account = await newAccount();
    const other = (await service.createOrganization('other')).sandbox;
    await other.setClock('2030-01-15T12:00:00Z');
    await openAccount(other, 'theirs');
    const foreign = edit({ plan: 'monthly', from: '2030-03-01' });
    const reply = await other.post('/v2/accounts/theirs/edit_schedules', { edits: [foreign] });
    expect(reply.body.message).toBe(`price plan ${plans.monthly} not found`);
    expect((await send('nobody', [{ plan: 'monthly', from: '2030-03-01' }])).status).toBe(404);
    const unknown = { from: '2030-03-01', config: { scheduleId: 'sch.x' } };
    expect((await send(account, [unknown])).body.message).toBe('schedule sch.x not found');
  });
});
