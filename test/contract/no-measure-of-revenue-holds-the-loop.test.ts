import { expect, it } from 'vitest';
import { copyAccount } from '#test/copied-accounts.ts';
import { orgOf } from '#test/invoice-rows.ts';
import { longestTurnMs } from '#test/longest-turn.ts';
import { ride, sellRides } from '#test/metering-scenario.ts';
import { useService } from '#test/running-app.ts';
import { storeRevenue } from '#test/stored-revenue.ts';

const service = useService();
const ACCOUNTS = 600;
/** What shares the machine takes its processors, too. */
const TRIES = 6;
const MAX_MS = 50;

it('revenue is priced in turns of less than 50 ms, in requests and behind them', async () => {
  const { sandbox } = service;
  await sellRides(sandbox, ['account-1']);
  await sandbox.setClock('2030-03-20T00:00:00Z');
  const distance = { attributes: [{ name: 'distance', value: '12.5' }], timestamp: '2030-03-19T00:00:00Z' };
  await sandbox.must.post('/ingest', { event: ride('ride-1', { accountId: 'account-1', ...distance }) });
  await copyAccount(service, ACCOUNTS);
  const org = await orgOf(service, 'sandbox');
  const measure = async (startTime: string) => {
    const metricQueries = [{ id: 'revenue', name: 'REVENUE', aggregationPeriod: 'MONTH' }];
    const body = { startTime, endTime: '2030-04-01T00:00:00Z', metricQueries };
    return (await sandbox.must.post('/metrics', body)).results[0].data[0].metricValues.map(Number);
  };
  let shortest = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && shortest > MAX_MS; tries++) {
    const longest = await longestTurnMs(async () => {
      // One ride of 12.5 at 1.00 for each kilometre; the copies have none.
      expect(await measure('2030-03-01T00:00:00Z')).toEqual([12.5]);
      await storeRevenue(service, org, 200);
      // 600 accounts for three months are more cycles than a request prices.
      expect(await measure('2030-01-01T00:00:00Z')).toEqual([0, 0, 12.5]);
    });
    shortest = Math.min(shortest, longest);
  }
  expect(shortest).toBeLessThan(MAX_MS);
});
