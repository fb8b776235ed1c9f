import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let [login, console] = ['', ''];

/*
 * ann: 2 to 4 January in alpha, and on 3 January in beta. bob: from 3 January on in alpha, of another add-on
 * and of the same. carl: for an instant on the 5th. The clock stands at 6 January 12:00.
 */
beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-06T12:00:00Z');
  for (const id of ['alpha', 'beta']) await openAccount(sandbox, id);
  login = (await sandbox.must.post('/addons', { name: 'Login', type: 'NAMED_LICENSE' })).id;
  console = (await sandbox.must.post('/addons', { name: 'Console', type: 'NAMED_LICENSE' })).id;
  const said: [account: string, license: string, name: string, at: string, action: string][] = [
    ['alpha', login, 'ann', '02T10', '1'],
    ['alpha', login, 'ann', '04T10', '0'],
    ['beta', login, 'ann', '03T08', '1'],
    ['beta', login, 'ann', '03T09', '0'],
    ['alpha', login, 'bob', '03T00', '1'],
    ['alpha', console, 'bob', '03T23', '1'],
    ['alpha', login, 'carl', '05T00', '1'],
    ['alpha', login, 'carl', '05T00', '0'],
  ];
  const events = said.map(([accountId, license, name, at, action], i) => ({
    ...{ id: `e-${i}`, schemaName: 'platform-named-license', accountId },
    timestamp: `2030-01-${at}:00:00Z`,
    attributes: [{ name: 'action', value: action }],
    dimensions: { license_id: license, name },
  }));
  await sandbox.must.post('/ingestBatch', { events });
});

const WEEK = ['2030-01-01T00:00:00Z', '2030-01-08T00:00:00Z'];
async function measure([startTime, endTime]: string[], query: object) {
  const metricQueries = [{ id: 'q', name: 'NAMED_LICENSE_USAGE', ...query }];
  const { status, body } = await service.sandbox.post('/metrics', { startTime, endTime, metricQueries });
  if (status !== 200) return `${status} ${body.message}`;
  return body.results[0].data.map(
    (row: { groupedBy?: { fieldValue: string }; metricValues: number[] }) =>
      `${row.groupedBy?.fieldValue ?? 'all'}: ${row.metricValues.join(' ')}`,
  );
}
const having = (fieldName: string, ...fieldValues: string[]) => ({ filters: [{ fieldName, fieldValues }] });

describe('names that are active', () => {
  it('200 by day: each once for its account and add-on, and none in days to come', async () => {
    //                                         1 2 3 4 5 6 7
    expect(await measure(WEEK, {})).toEqual(['all: 0 1 4 3 3 2 0']);
    expect(await measure(WEEK, { groupBy: 'ACCOUNT_ID' })).toEqual([
      'alpha: 0 1 3 3 3 2 0',
      'beta: 0 0 1 0 0 0 0',
    ]);
    const byAddOn = await measure(WEEK, { groupBy: 'BILLABLE_ID' });
    expect(byAddOn.sort()).toEqual([`${login}: 0 1 3 2 2 1 0`, `${console}: 0 0 1 1 1 1 0`].sort());
    expect(await measure(WEEK, { groupBy: 'CUSTOMER_ID', ...having('BILLABLE_ID', console) })).toEqual([
      'customer-alpha: 0 0 1 1 1 1 0',
    ]);
  });

  it('200 in longer and shorter buckets: distinct names, not the sum of days', async () => {
    expect(await measure(WEEK, { aggregationPeriod: 'MONTH' })).toEqual(['all: 5']);
    expect(await measure(WEEK, { aggregationPeriod: 'MONTH', ...having('ACCOUNT_ID', 'beta') })).toEqual([
      'all: 1',
    ]);
    const hours = ['2030-01-03T07:30:00Z', '2030-01-03T10:00:00Z'];
    const beta = { aggregationPeriod: 'HOUR', ...having('CUSTOMER_ID', 'customer-beta') };
    expect(await measure(hours, beta)).toEqual(['all: 0 1 0']);
    // The range cuts the bucket: at 09:00 it is over.
    expect(
      await measure(['2030-01-03T09:00:00Z', '2030-01-04T00:00:00Z'], having('ACCOUNT_ID', 'beta')),
    ).toEqual(['all: 0']);
  });

  it('400 for what events are filtered and grouped by', async () => {
    expect(await measure(WEEK, { groupBy: 'SCHEMA_NAME' })).toMatch(
      /^400 .*cannot be grouped by SCHEMA_NAME/,
    );
    expect(await measure(WEEK, having('EVENT_STATUS', 'PROCESSED'))).toMatch(/^400 .*cannot be filtered by/);
  });
});
