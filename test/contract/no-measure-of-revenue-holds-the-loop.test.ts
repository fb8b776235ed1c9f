import { expect, it } from 'vitest';
import { longestTurnMs } from '#test/longest-turn.ts';
import { sellRides } from '#test/metering-scenario.ts';
import { asOwner } from '#test/people.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const ACCOUNTS = 600;
/** What shares the machine takes its processors, too. */
const TRIES = 6;
const MAX_MS = 50;

it('revenue of 600 accounts is priced in turns of less than 50 ms, and to the cent', async () => {
  const { sandbox } = service;
  await sellRides(sandbox, ['account-1']);
  await sandbox.setClock('2030-03-20T00:00:00Z');
  await sandbox.must.post('/ingest', { event: ride });
  await copyAccount();
  const body = {
    ...{ startTime: '2030-01-01T00:00:00Z', endTime: '2030-04-01T00:00:00Z' },
    metricQueries: [{ id: 'revenue', name: 'REVENUE', aggregationPeriod: 'MONTH' }],
  };
  let shortest = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && shortest > MAX_MS; tries++) {
    const longest = await longestTurnMs(async () => {
      const { results } = await sandbox.must.post('/metrics', body);
      // One ride of 12.5 at 1.00 for each kilometre; the copies have none.
      expect(results[0].data[0].metricValues.map(Number)).toEqual([0, 0, 12.5]);
    });
    shortest = Math.min(shortest, longest);
  }
  expect(shortest).toBeLessThan(MAX_MS);
});

const ride = {
  ...{ id: 'ride-1', schemaName: 'ride', accountId: 'account-1', timestamp: '2030-03-19T00:00:00Z' },
  attributes: [{ name: 'distance', value: '12.5' }],
  dimensions: { city: 'Oslo', order: '1' },
};

/** As rows, which takes a fraction of the time of as many requests. */
function copyAccount(): Promise<unknown> {
  const copies: Record<string, Record<string, string>> = {
    accounts: { id: 'account', platform_id: 'platform' },
    schedules: { id: 'schedule', account_id: 'account' },
  };
  return asOwner(service, async (owner) => {
    for (const [table, numbered] of Object.entries(copies)) {
      const { rows } = await owner.query<{ name: string }>(
        `select column_name as name from information_schema.columns
         where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
        [table],
      );
      const values = rows.map(({ name }) =>
        numbered[name] ? `'${numbered[name]}-' || n` : `source.${name}`,
      );
      await owner.query(
        `insert into ${table} (${rows.map(({ name }) => name)})
         select ${values} from ${table} source, generate_series(2, $1::int) n
         where source.${table === 'accounts' ? 'id' : 'account_id'} = 'account-1'`,
        [ACCOUNTS],
      );
    }
  });
}
