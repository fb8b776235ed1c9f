import { beforeAll, describe, expect, it } from 'vitest';
import { usageAlert } from '#test/alert-scenario.ts';
import { editTimeline, openAccount, publishPlan, sellUsage, use } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const path = '/ext/v1/alerts/backtest';
let meter: string;
let feature: string;

beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  meter = await sellUsage(sandbox, 'calls');
  feature = (await sandbox.must.post('/features', { name: 'Feature', schemaAssociations: [] })).id;
  const planId = await publishPlan(sandbox, {
    name: 'plan',
    cards: [{ type: 'USAGE', billableId: meter, usage: { model: 'TIERED', slabs: [{ rate: 2 }] } }],
  });
  await openAccount(sandbox, 'one');
  await editTimeline(sandbox, 'one', [{ planId, from: '2030-01-01' }]);
  // 12 in January, crossed at 10:10 on the 20th; 4 in February; 11 in March, crossed on the 5th.
  for (const [at, amount] of [
    ['2030-01-19T08:00:00Z', '5'],
    ['2030-01-20T10:10:00Z', '7'],
    ['2030-02-02T00:00:00Z', '4'],
    ['2030-03-05T23:59:59Z', '11'],
  ] as const) {
    await sandbox.setClock(at);
    await use(sandbox, { meter: 'calls', account: 'one', at, amount });
  }
  await sandbox.setClock('2030-03-10T00:00:00Z');
});

const backtest = (members: object = {}) =>
  service.sandbox.post(path, {
    ...usageAlert({ meter, account: 'one', threshold: 10 }),
    ...{ interval: '30', ...members },
  });

describe('POST /ext/v1/alerts/backtest', () => {
  it('200 and when it would have fired, with the line of its values', async () => {
    const { status, body } = await backtest();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ from: '2030-01-09T00:00:00.000Z', until: '2030-03-10T00:00:00.000Z', interval: 30 },
      ...{ threshold: 10, fired: 2, checks: 60 * 48 },
      incidents: [
        {
          openedAt: '2030-01-20T10:30:00.000Z',
          closedAt: '2030-02-01T00:00:00.000Z',
          value: 12,
        },
        { openedAt: '2030-03-06T00:00:00.000Z', closedAt: null, value: 11 },
      ],
    });
    // From 10:30 on 20 January until the end of the month, and four days and a check in March.
    expect(body.checksHeld).toBe((13.5 + 11 * 24) * 2 + 4 * 48 + 1);
    const values = new Map(body.points.map(({ at, value }: { at: string; value: number }) => [at, value]));
    expect(values.get('2030-01-20T10:30:00.000Z')).toBe(12);
    expect(values.get('2030-01-31T23:30:00.000Z')).toBe(12);
    expect(body.points.length).toBeGreaterThan(360);
    expect(body.points.length).toBeLessThan(370);
    expect(body.points.at(-1)).toEqual({ at: '2030-03-10T00:00:00.000Z', value: 11 });
  });

  it('200 with fewer days, of all accounts, and where nothing fires', async () => {
    const { body } = await backtest({ days: 5, interval: 'P1D', ownerDetails: {} });
    expect(body).toMatchObject({ fired: 1, checks: 5, checksHeld: 5 });
    const calm = await backtest({ parameters: { threshold: 13 } });
    expect(calm.body).toMatchObject({ fired: 0, checksHeld: 0, incidents: [] });
  });

  it('200 for revenue, which is checked daily', async () => {
    const members = {
      entityDetails: {},
      parameters: { threshold: 24 },
      alertTemplateId: 'REVENUE_THRESHOLD',
    };
    const { body } = await backtest(members);
    expect(body).toMatchObject({
      ...{ interval: 1440, fired: 1, incidents: [{ openedAt: '2030-01-21T00:00:00.000Z', value: 24 }] },
    });
  });

  it('200 and stores nothing', async () => {
    await backtest();
    expect((await service.sandbox.must.get('/alerts')).data).toEqual([]);
    expect((await service.sandbox.must.get('/incidents')).data).toEqual([]);
  });

  it('400 for balances and invoices, whose past is not stored', async () => {
    const { status, headers, body } = await backtest({
      ...{ alertTemplateId: 'ENTITLEMENT_BALANCE', entityDetails: { featureId: feature } },
    });
    expect([status, headers['error-code']]).toEqual([400, 'BACKTEST_UNSUPPORTED']);
    expect(body.message).toContain('what ENTITLEMENT_BALANCE watches is not stored');
  });

  it.each([
    [{ days: 61 }, 'days'],
    [{ days: 0 }, 'days'],
    [{ interval: '31' }, 'interval'],
    [{ parameters: {} }, 'parameters.threshold'],
    [{ entityDetails: {} }, 'entityDetails.usageMeterId'],
    [{ validity: 5 }, 'validity'],
  ])('400 for %j', async (members, named) => {
    const { status, body } = await backtest(members);
    expect(status).toBe(400);
    expect(body.message).toContain(named);
  });

  it.each([
    [{ alertTemplateId: 'NOTHING' }],
    [{ ownerDetails: { accountId: 'nobody' } }],
    [{ entityDetails: { usageMeterId: 'nothing' } }],
  ])('404 for %j', async (members) => {
    expect((await backtest(members)).status).toBe(404);
  });
});
