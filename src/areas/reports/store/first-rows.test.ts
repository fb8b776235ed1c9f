import { beforeAll, describe, expect, it } from 'vitest';
import { editTimeline, openAccount, publishPlan, sellFee, sellUsage, use } from '#test/billing-scenario.ts';
import { asSandbox } from '#test/metering-scenario.ts';
import { useService } from '#test/running-app.ts';
import { checkQuery } from '../check-query.ts';
import type { QueryInput } from '../schema.ts';
import { findBuiltIn } from '../templates.ts';
import { readFirstRows } from './first-rows.ts';
import { type RowsQuery, readRows } from './rows.ts';

/*
 * Three months of four customers, in a zone whose months begin half an hour past the hour of UTC. Customer-b
 * has no usage in January, and customer-d only in the first hour of February, which is January in UTC.
 */
const service = useService();
const TIMES: Readonly<Record<string, readonly string[]>> = {
  a: ['2030-01-09T10:00:00Z', '2030-02-09T10:00:00Z', '2030-02-10T10:00:00Z', '2030-03-02T10:00:00Z'],
  b: ['2030-02-20T10:00:00Z', '2030-03-01T10:00:00Z'],
  c: ['2030-01-31T18:29:00Z', '2030-01-31T18:30:00Z', '2030-03-01T10:00:00Z'],
  d: ['2030-01-31T18:45:00Z'],
};
const TEMPLATES = ['USAGE', 'MARGIN', 'REVENUE', 'REVENUE_BY_CUSTOMER', 'REVENUE_BY_METER'];

beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  await sandbox.must.patch('/ext/v1/organization', { timezone: 'Asia/Kolkata' });
  const meters = [await sellUsage(sandbox, 'calls'), await sellUsage(sandbox, 'texts')];
  const fee = await sellFee(sandbox, 'fee');
  const planId = await publishPlan(sandbox, {
    name: 'plan',
    cards: [
      { type: 'FIXED_FEE', billableId: fee, fee: { rate: 30 } },
      ...meters.map((billableId) => ({
        ...{ type: 'USAGE' as const, billableId },
        usage: { model: 'TIERED' as const, slabs: [{ rate: 1.005 }] },
      })),
    ],
  });
  for (const id of Object.keys(TIMES)) {
    await openAccount(sandbox, id);
    await editTimeline(sandbox, id, [{ planId, from: '2030-01-01' }]);
  }
  await sandbox.must.put(`/ext/v1/usage_meters/${meters[0]}/costs`, {
    costs: [
      { effectiveFrom: '2029-01-01', unitCost: 0.3 },
      { effectiveFrom: '2030-02-01', unitCost: 0.7 },
    ],
  });
  const events = Object.entries(TIMES).flatMap(([account, times]) => times.map((at) => ({ account, at })));
  for (const { account, at } of events.sort((one, other) => (one.at < other.at ? -1 : 1))) {
    await sandbox.setClock(at);
    await use(sandbox, { meter: 'calls', account, at, amount: '1.1' });
    if (account !== 'b') await use(sandbox, { meter: 'texts', account, at, amount: '2.003' });
  }
  await sandbox.setClock('2030-03-10T00:00:00Z');
});

const queryOf = (id: string) => findBuiltIn(id)?.queryInput as QueryInput;
const isOfTime = ({ columnName }: { columnName: string }) => /time$/.test(columnName);

/** Each template, and its sums without the month. */
const QUERIES: [string, QueryInput][] = TEMPLATES.flatMap((id): [string, QueryInput][] => {
  const query = queryOf(id);
  return [
    [id, query],
    [
      `${id} without months`,
      {
        ...query,
        selects: query.selects.filter((each) => !isOfTime(each)),
        sort: query.sort.filter(({ column }) => !isOfTime(column)),
      },
    ],
  ];
});
const RANGES = [
  null,
  {
    startAt: Temporal.Instant.from('2030-01-31T18:30:00Z'),
    endAt: Temporal.Instant.from('2030-03-02T00:00:00Z'),
  },
];

function inSandbox<T>(
  queryInput: QueryInput,
  range: RowsQuery['range'],
  run: (requested: RowsQuery, tx: Parameters<typeof readRows>[0]) => Promise<T>,
): Promise<T> {
  const query = checkQuery(queryInput, { accountId: null, hasRange: range !== null });
  if (Array.isArray(query)) throw new Error(query.join());
  const now = Temporal.Instant.from('2030-03-10T00:00:00Z');
  return asSandbox(service, (tx, org) =>
    run({ org, now, timeZone: 'Asia/Kolkata', query, accountId: null, range }, tx),
  );
}

async function readAll(queryInput: QueryInput, range: RowsQuery['range']) {
  return inSandbox(queryInput, range, async (requested, tx) => {
    const rows: (string | null)[][] = [];
    for await (const some of readRows(tx, requested)) rows.push(...some);
    return rows;
  });
}

describe.each(QUERIES)('the first rows of %s', (_name, query) => {
  it('are those of the report, however many owners are read first', async () => {
    for (const range of RANGES) {
      const all = await readAll(query, range);
      expect(all.length).toBeGreaterThan(1);
      for (const limit of [1, 2, 3, 5, 100])
        for (const owners of [[1], [2], [1, 3], [4]]) {
          const first = await inSandbox({ ...query, limit }, range, (requested, tx) =>
            readFirstRows(tx, requested, owners),
          );
          expect(first).toEqual(all.slice(0, limit));
        }
    }
  });

  it('have the sums of single rows', async () => {
    const counted = query.selects.find(({ aggregator }) => aggregator === 'sum');
    // A count needs each row, so that none are summed before names are joined.
    const count = { columnName: counted?.columnName ?? '', alias: 'rows', aggregator: 'count' as const };
    for (const range of RANGES) {
      const rows = await readAll({ ...query, selects: [...query.selects, count] }, range);
      const selects = query.selects.filter(({ aggregator }) => aggregator === undefined);
      const single = await readAll({ ...query, selects }, range);
      expect(rows.reduce((sum, row) => sum + Number(row.at(-1)), 0)).toBe(single.length);
      expect((await readAll(query, range)).toSorted()).toEqual(
        rows.map((row) => row.slice(0, -1)).toSorted(),
      );
    }
  });
});
