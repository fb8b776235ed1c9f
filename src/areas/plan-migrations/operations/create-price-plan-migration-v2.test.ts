import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lineOf, listInvoices, openAccount, publishPlan, sellFee } from '#test/billing-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
const FOREVER = '9999-01-01';
let client: Client;
let fee: string;
let extra: string;
const plans: Record<string, string> = {};
let accounts = 0;
let sources = 0;
const seen = new Set<string>();

beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-01-10T12:00:00Z');
  fee = await sellFee(client, 'Base');
  extra = await sellFee(client, 'Extra');
  const publish = (name: string, rate: number, more: object = {}) =>
    publishPlan(client, { name, cards: [card(rate)], ...more });
  plans.B = await publish('B', 20);
  plans.ongoing = await publish('Ongoing', 5, { isOngoing: true });
  plans.tenth = await publish('From the 20th', 8, { day: '20' });
  plans.annual = await publish('Annual', 90, { interval: 'ANNUALLY', month: '1' });
  plans.euro = await publish('Euro', 7, { currency: 'EUR' });
});

const card = (rate: number, billableId = fee) => ({ type: 'FIXED_FEE' as const, billableId, fee: { rate } });

/** A plan of its own for each test, so that its migrations have the accounts of the test only. */
beforeEach(async () => {
  const cards = [card(10), card(1, extra)];
  plans.A = await publishPlan(client, { name: `A ${++sources}`, cards });
});

const edit = (plan: string, from: string, more: object = {}) => ({
  ...{ pricePlanId: plans[plan], effectiveFrom: from, effectiveUntil: FOREVER, ...more },
});

async function newAccount(...edits: object[]): Promise<string> {
  const id = `acc${String(++accounts).padStart(2, '0')}`;
  await openAccount(client, id);
  await client.must.post(`/accounts/${id}/edit_schedules`, { edits });
  return id;
}

const migrate = (more: object, query = '', path = '/v2/price_plans/migration') =>
  client.post(`${path}${query}`, {
    ...{ sourceId: plans.A, sourceVersion: 1, targetId: plans.B, migrationMode: 'NEXT_CYCLE', ...more },
  });

/** The job that has come since the last call, when everything due is done. */
async function lastJob() {
  await client.settle();
  const { data } = await client.must.get('/jobs?type=PRICE_PLAN&pageSize=100');
  const [id = ''] = data.map((job: { id: string }) => job.id).filter((each: string) => !seen.has(each));
  seen.add(id);
  return readJob(id);
}

async function readJob(id: string) {
  const { data: entries } = await client.must.get(`/jobs/${id}/entries?pageSize=100`);
  return { ...(await client.must.get(`/jobs/${id}`)), entries };
}

/** `A 2030-01-01 to 2030-02-01`, one for each live schedule. */
async function days(account: string): Promise<string[]> {
  const { data } = await client.must.get(`/accounts/${account}/pricing_schedules?compact=true`);
  return data.map(
    (each: Record<string, string>) =>
      `${each.pricePlanName?.[0]} ${each.startDate?.slice(0, 10)} to ${each.endDate?.slice(0, 10)}`,
  );
}

describe('POST /v2/price_plans/migration', () => {
  it.each([
    ['IMMEDIATE', '2030-01-11'],
    ['NEXT_CYCLE', '2030-02-01'],
  ])('201 for %s: running schedules move on %s, later ones as a whole', async (migrationMode, first) => {
    const running = await newAccount(edit('A', '2030-01-01'));
    const later = await newAccount(
      edit('B', '2030-01-01', { effectiveUntil: '2030-05-01' }),
      edit('A', '2030-06-01', { effectiveUntil: '2030-07-01' }),
    );
    const ending = await newAccount(edit('A', '2030-01-01', { effectiveUntil: '2030-01-11' }));
    const reply = await migrate({ migrationMode });
    expect([reply.status, reply.body]).toEqual([201, { success: true, jobId: expect.any(String) }]);
    const { status, entries, metadata } = await lastJob();
    expect(status).toBe('COMPLETED');
    expect(metadata).toMatchObject({
      ...{ sourceId: plans.A, sourceVersion: '1', targetId: plans.B, targetVersion: '1', migrationMode },
    });
    expect(entries.map(({ entityId, metadata: said }: Record<string, unknown>) => [entityId, said])).toEqual([
      [running, { movedSchedules: '1', effectiveFrom: first }],
      [later, { movedSchedules: '1', effectiveFrom: '2030-06-01' }],
      [ending, { movedSchedules: '0' }],
    ]);
    expect(await days(running)).toEqual([`A 2030-01-01 to ${first}`, `B ${first} to ${FOREVER}`]);
    expect(await days(later)).toEqual(['B 2030-01-01 to 2030-05-01', 'B 2030-06-01 to 2030-07-01']);
    expect(await days(ending)).toEqual(['A 2030-01-01 to 2030-01-11']);
    expect((await listInvoices(client, running)).map(lineOf)).toContain(`2030-01-01 to ${first} DRAFT 11`);
  });

  it('201 for chosen accounts only, also in a dry run, with the id of the job', async () => {
    const [one, other] = [
      await newAccount(edit('A', '2030-01-01')),
      await newAccount(edit('A', '2030-01-01')),
    ];
    const accountIds = [other, 'nobody'];
    const dry = await migrate({ accountIds }, '?dry_run=true');
    expect(dry.body).toMatchObject({ accountsTotal: 1, accounts: [{ accountId: other }] });
    const { body } = await migrate({ accountIds });
    await client.settle();
    const job = await client.must.get(`/jobs/${body.jobId}/entries`);
    expect(job.data.map((entry: { entityId: string }) => entry.entityId)).toEqual([other]);
    seen.add(body.jobId);
    expect(one).not.toBe(other);
  });

  it('201, and where the plan allows its update the running cycle moves as a whole', async () => {
    const account = await newAccount(edit('ongoing', '2030-01-01'));
    await migrate({ sourceId: plans.ongoing, migrationMode: 'START_OF_CURRENT_CYCLE' });
    expect((await lastJob()).entries[0].metadata).toEqual({
      movedSchedules: '1',
      effectiveFrom: '2030-01-01',
    });
    expect(await days(account)).toEqual([`B 2030-01-01 to ${FOREVER}`]);
    const other = await newAccount(edit('ongoing', '2030-01-01'));
    await migrate({ sourceId: plans.ongoing, migrationMode: 'IMMEDIATE' });
    await lastJob();
    expect(await days(other)).toEqual([`B 2030-01-01 to ${FOREVER}`]);
  });

  it('201: what an account pays instead of the plan goes with it, or is dropped and said', async () => {
    const [own] = (await client.must.get(`/v2/price_plans/${plans.A}/rate_cards`)).data.map(
      ({ rateCardDetails }: Record<string, Record<string, object>>) => rateCardDetails?.fixedFeeRateCard,
    );
    const { data: cards } = await client.must.get(`/v2/price_plans/${plans.A}/rate_cards`);
    const extra = cards[1].rateCardDetails.fixedFeeRateCard;
    const rateValues = [{ currency: 'USD', rate: 3 }];
    const fees = {
      fixedFeeRateCards: [
        { ...own, rateValues },
        { ...extra, rateValues },
      ],
    };
    const account = await newAccount(edit('A', '2030-01-01', { pricePlanDetailsOverride: fees }));
    const outlook = await migrate({}, '?dry_run=true');
    await migrate({});
    const said = { movedSchedules: '1', effectiveFrom: '2030-02-01' };
    const dropped = `FIXED_FEE card card 2 of ${cards[1].billableId}`;
    expect((await lastJob()).entries[0].metadata).toEqual({ ...said, dropped });
    expect(outlook.body.accounts).toMatchObject([{ accountId: account, dropped: [dropped] }]);
    const priceOf = async () => {
      const { data } = await client.must.get(`/accounts/${account}/pricing_schedules`);
      return data
        .at(-1)
        .pricePlanDetails.fixedFeeRateCards.map(
          (each: { rateValues: { rate: number }[] }) => each.rateValues[0]?.rate,
        );
    };
    expect(await priceOf()).toEqual([3]);
    await migrate({ sourceId: plans.B, targetId: plans.A, migrationMode: 'IMMEDIATE_IGNORE_OVERRIDE' });
    await lastJob();
    expect(await priceOf()).toEqual([10, 1]);
  });

  it('201: an account that cannot move fails alone, and says why', async () => {
    const [one, two] = [await newAccount(edit('A', '2030-01-01')), await newAccount(edit('A', '2030-01-01'))];
    const cycle = { interval: 'ANNUALLY', gracePeriod: 0 };
    const annual = await newAccount(
      edit('A', '2030-01-01', { pricePlanDetailsOverride: { pricingCycleConfig: cycle } }),
    );
    await migrate({
      targetId: plans.tenth,
      migrationMode: 'IMMEDIATE_IGNORE_OVERRIDE',
      retainStartOffsets: true,
    });
    const job = await lastJob();
    expect(job).toMatchObject({ status: 'COMPLETED', totalJobEntries: 3, failedJobEntries: 1 });
    expect(job.entries.map((each: Record<string, string>) => `${each.entityId} ${each.status}`)).toEqual([
      ...[`${one} COMPLETED`, `${two} COMPLETED`, `${annual} FAILED`],
    ]);
    expect(job.entries[2].metadata.error).toMatch(/retainStartOffsets: the current cycle is ANNUALLY/);
    expect(await days(annual)).toEqual([`A 2030-01-01 to ${FOREVER}`]);
    // Borders stay on the 1st, though the new plan has them on the 20th.
    const { data } = await client.must.get(`/accounts/${one}/pricing_schedules`);
    expect(data.at(-1).pricePlanDetails.pricingCycleConfig.startOffset.dayOffset).toBe('1');

    await migrate({ sourceId: plans.tenth, targetId: plans.euro });
    expect(await lastJob()).toMatchObject({ status: 'FAILED', failedJobEntries: 2 });
    await migrate({ migrationMode: 'START_OF_CURRENT_CYCLE' });
    expect((await lastJob()).entries[0].metadata.error).toMatch(
      /does not allow updates of the current cycle/,
    );
  });

  it('201 without target: accounts are taken off; and nothing happens before it is confirmed', async () => {
    const account = await newAccount(edit('A', '2030-01-01'));
    const off = { targetId: undefined, requireConfirmation: true };
    expect((await migrate(off, '', '/price_plans/migration')).status).toBe(201);
    const waiting = await lastJob();
    expect([waiting.status, await days(account)]).toEqual([
      ...['WAITING_FOR_CONFIRMATION', [`A 2030-01-01 to ${FOREVER}`]],
    ]);
    await client.must.post(`/jobs/${waiting.id}/confirm`);
    await client.settle();
    expect((await readJob(waiting.id)).status).toBe('COMPLETED');
    expect(await days(account)).toEqual(['A 2030-01-01 to 2030-02-01']);
  });

  it('201 for a dry run: what would become of each account, and no trace', async () => {
    const account = await newAccount(edit('A', '2030-01-01'));
    const before = await days(account);
    const { data: jobs } = await client.must.get('/jobs?type=PRICE_PLAN&pageSize=100');
    const { status, body } = await migrate({}, '?dry_run=true');
    const days1 = { startDate: '2030-01-01', endDate: '2030-02-01', isOverridden: false };
    const days2 = { startDate: '2030-02-01', endDate: FOREVER, isOverridden: false };
    expect([status, body]).toEqual([
      201,
      {
        ...{ success: true, accountsTotal: 1 },
        accounts: [
          {
            ...{ accountId: account, status: 'COMPLETED', effectiveFrom: '2030-02-01', dropped: [] },
            schedules: [
              { pricePlanId: plans.A, version: 1, ...days1 },
              { pricePlanId: plans.B, version: 1, ...days2 },
            ],
          },
        ],
      },
    ]);
    const failing = await migrate({ targetId: plans.euro }, '?dry_run=true');
    expect(failing.body.accounts).toMatchObject([
      { status: 'FAILED', error: expect.stringMatching(/has no prices in USD/) },
    ]);
    expect(await days(account)).toEqual(before);
    expect((await client.must.get('/jobs?type=PRICE_PLAN&pageSize=100')).data).toEqual(jobs);
  });

  it.each<[string, () => object, number, string]>([
    ['an unknown source', () => ({ sourceId: 'pp.x' }), 404, 'PRICE_PLAN_NOT_FOUND'],
    ['an unknown version of it', () => ({ sourceVersion: 9 }), 404, 'PRICE_PLAN_VERSION_NOT_FOUND'],
    ['an unknown target', () => ({ targetId: 'pp.x' }), 404, 'PRICE_PLAN_NOT_FOUND'],
    ['an unknown version of that', () => ({ targetVersion: 9 }), 404, 'PRICE_PLAN_VERSION_NOT_FOUND'],
    ['the source as target', () => ({ targetId: plans.A }), 400, 'MIGRATION_TARGET_IS_SOURCE'],
    [
      'a version of no target',
      () => ({ targetId: undefined, targetVersion: 1 }),
      400,
      'MIGRATION_TARGET_MISSING',
    ],
    ['a mode that does nothing', () => ({ migrationMode: 'NONE' }), 400, 'INVALID_REQUEST'],
    ['version 0', () => ({ sourceVersion: 0 }), 400, 'INVALID_REQUEST'],
  ])('refused for %s', async (_, more, status, code) => {
    const reply = await migrate(more());
    expect([reply.status, reply.headers['error-code']]).toEqual([status, code]);
  });
});

describe('a version that becomes active', () => {
  it('takes the accounts of the version before along, or of all', async () => {
    const plan = await publishPlan(client, {
      ...{ name: 'Versions', cards: [{ type: 'FIXED_FEE', billableId: fee, fee: { rate: 1 } }] },
    });
    plans.versions = plan;
    const versionOf = async (account: string) => {
      const { data } = await client.must.get(`/accounts/${account}/pricing_schedules?compact=true`);
      return data.map(({ version }: { version: number }) => version).join();
    };
    const change = (description: string, more: object) =>
      client.must.patch(`/price_plans/${plan}`, { description, ...more });
    const first = await newAccount(edit('versions', '2030-01-01'));
    await change('two', {});
    const second = await newAccount(edit('versions', '2030-01-01'));
    await change('three', { migrationMode: 'NEXT_CYCLE' });
    expect((await lastJob()).metadata).toMatchObject({ sourceVersion: '2', targetVersion: '3' });
    expect([await versionOf(first), await versionOf(second)]).toEqual(['1', '2,3']);
    await client.must.patch(`/v2/price_plans/${plan}`, { description: 'four' });
    const all = { migrationMode: 'NEXT_CYCLE', versionsToMigrate: 'ALL_VERSION' };
    await client.must.post(`/v2/price_plans/${plan}/finalize`, all);
    expect((await lastJob()).metadata).toMatchObject({ sourceVersion: '1-3', targetVersion: '4' });
    expect([await versionOf(first), await versionOf(second)]).toEqual(['1,4', '2,4']);
  });

  it('makes its job at once: what is requested afterwards happens afterwards', async () => {
    const cards = [{ type: 'FIXED_FEE' as const, billableId: fee, fee: { rate: 1 } }];
    plans.ordered = await publishPlan(client, { name: 'Ordered', cards });
    const account = await newAccount(edit('ordered', '2030-01-01'));
    await client.must.patch(`/price_plans/${plans.ordered}`, {
      ...{ description: 'two', migrationMode: 'NEXT_CYCLE' },
    });
    const off = { sourceId: plans.ordered, targetId: undefined, migrationMode: 'IMMEDIATE' };
    await migrate(off, '', '/price_plans/migration');
    const { data } = await client.must.get('/jobs?type=PRICE_PLAN&pageSize=100');
    const jobs = await Promise.all(data.map(({ id }: { id: string }) => readJob(id)));
    const own = jobs.filter(({ metadata }) => metadata.sourceId === plans.ordered);
    expect(own).toHaveLength(2);
    const [moved, detached] = own[0].metadata.targetId ? own : own.toReversed();
    expect(moved.metadata.requestedBy).toBe(detached.metadata.requestedBy);
    await client.settle();
    for (const { id } of [moved, detached]) expect((await readJob(id)).totalJobEntries).toBe(1);
    expect(await days(account)).toEqual(['O 2030-01-01 to 2030-01-11', `O 2030-02-01 to ${FOREVER}`]);
  });
});
