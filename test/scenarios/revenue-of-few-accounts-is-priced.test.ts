import { expect, it } from 'vitest';
import { editTimeline, openAccount, publishPlan } from '#test/billing-scenario.ts';
import { copyAccount } from '#test/copied-accounts.ts';
import { meterRides, ride } from '#test/metering-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const MONTHS = { startTime: '2030-01-01T00:00:00Z', endTime: '2030-04-01T00:00:00Z' };

/*
 * 90 accounts billed by the week have 1,170 pricing cycles in 13 weeks, more than a request prices of a large
 * organization; so few accounts never have a pass that would answer instead. A kilometre costs 1.00.
 */
it('answers for few accounts with short cycles, as no pass ever would', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-10T00:00:00Z');
  const { distance } = await meterRides(sandbox);
  const planId = await publishPlan(sandbox, {
    ...{ name: 'weekly', interval: 'WEEKLY', isOngoing: true },
    cards: [{ type: 'USAGE', billableId: distance, usage: { model: 'TIERED', slabs: [{ rate: 1 }] } }],
  });
  await openAccount(sandbox, 'account-1');
  await editTimeline(sandbox, 'account-1', [{ planId, from: '2030-01-01' }]);
  await sandbox.must.post('/ingest', {
    event: ride('ride-1', { accountId: 'account-1', timestamp: '2030-01-09T12:00:00Z', distance: '7' }),
  });
  await sandbox.setClock('2030-03-31T10:00:00Z');
  await copyAccount(service, 90);
  const revenueOf = async (query: object): Promise<number[]> => {
    const { body, status } = await sandbox.post('/metrics', {
      ...{ ...MONTHS, metricQueries: [{ id: 'q', ...query }] },
    });
    expect([status, body.results?.[0].asOf]).toEqual([200, undefined]);
    return body.results[0].data[0].metricValues;
  };
  expect(await revenueOf({ name: 'REVENUE', aggregationPeriod: 'MONTH' })).toEqual([7, 0, 0]);
  const byCycle = await revenueOf({ name: 'REVENUE_FOR_CYCLE' });
  expect(byCycle.filter((amount) => amount !== 0)).toEqual([7]);
});
