import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { editTimeline, openAccount, publishPlan, sellUsage, use } from '#test/billing-scenario.ts';
import { compactUsage } from '#test/compact-usage.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { asSandbox } from '#test/metering-scenario.ts';
import { maintain } from '#test/partition-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService({}, { own: 'adds and drops partitions of the events' });
let planId: string;
beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  const meter = await sellUsage(sandbox, 'calls');
  planId = await publishPlan(sandbox, {
    name: 'plan',
    cards: [{ type: 'USAGE', billableId: meter, usage: { model: 'TIERED', slabs: [{ rate: 2 }] } }],
  });
});

/** Groups whose usage is not in the sums yet. */
const countDeltas = () =>
  asSandbox(service, async (tx) => (await sql`select 1 from usage_deltas`.execute(tx)).rows.length);

async function listCycles(accountId: string) {
  return asSandbox(service, async (tx) => {
    const { rows } = await sql<{ said: string }>`
      select to_char(cycle_start, 'YYYY-MM-DD') || ': ' || trim_scale(sum(units)) as said from usage_cycles
      where account_id = ${accountId} group by schedule_id, cycle_start having sum(events) <> 0 order by 1
    `.execute(tx);
    return rows.map(({ said }) => said);
  });
}

// What was added says of which cycle it was; of which it is now is told by the new timeline. Days that have
// begun are as they are, so the usage is of tomorrow.
it.each([
  ['is not in the sums yet', { account: 'one', month: '2030-01', isCompacted: false }],
  ['is partly in the sums', { account: 'two', month: '2030-02', isCompacted: true }],
])('usage that %s belongs to the cycles of the timeline that is changed', async (_, given) => {
  const { account, month, isCompacted } = given;
  const { sandbox } = service;
  await compactUsage(service);
  await openAccount(sandbox, account);
  await sandbox.setClock(`${month}-10T12:00:00Z`);
  await editTimeline(sandbox, account, [{ planId, from: `${month}-11`, until: '2030-06-11' }]);
  await sandbox.setClock(`${month}-19T12:00:00Z`);
  const send = (day: number, amount: string) =>
    use(sandbox, { meter: 'calls', account, at: `${month}-${day}T06:00:00Z`, amount });
  await send(12, '5');
  await send(20, '70');
  if (isCompacted) await compactUsage(service);
  await send(20, '900');
  expect(await listCycles(account)).toEqual([`${month}-11: 975`]);
  expect(await countDeltas()).toBe(isCompacted ? 1 : 3);

  await editTimeline(sandbox, account, [
    { from: `${month}-20`, until: '2030-06-11' },
    { planId, from: `${month}-20`, until: '2030-06-20' },
  ]);
  expect(await listCycles(account)).toEqual([`${month}-11: 5`, `${month}-20: 970`]);
  expect(await countDeltas()).toBe(0);
  await send(20, '1000');
  expect(await listCycles(account)).toEqual([`${month}-11: 5`, `${month}-20: 1970`]);
  expect(await findMismatches(service, { names: /^usage/ })).toEqual([]);
});

it('the hourly maintenance compacts the deltas that a process left behind', async () => {
  await use(service.sandbox, { meter: 'calls', account: 'two', at: '2030-02-20T07:00:00Z', amount: '1' });
  const before = await listCycles('two');
  expect(await countDeltas()).toBeGreaterThan(0);
  await maintain(service);
  expect(await countDeltas()).toBe(0);
  expect(await listCycles('two')).toEqual(before);
});
