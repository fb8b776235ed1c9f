import { expect, it } from 'vitest';
import { editTimeline, openAccount, publishPlan } from '#test/billing-scenario.ts';
import { meterRides, readStoredUsage, ride } from '#test/metering-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const WRITERS = 10;
const BATCH = 60;

it('batches that touch the same accounts and hours in any order all commit; nothing is lost', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-10T00:00:00Z');
  const { distance } = await meterRides(sandbox);
  const planId = await publishPlan(sandbox, {
    name: 'plan',
    cards: [{ type: 'USAGE', billableId: distance, usage: { model: 'TIERED', slabs: [{ rate: 2 }] } }],
  });
  for (const id of ['a1', 'a2', 'a3']) {
    await openAccount(sandbox, id);
    await editTimeline(sandbox, id, [{ planId, from: '2030-01-01' }]);
  }
  const batchOf = (writer: number) => {
    const events = Array.from({ length: BATCH }, (_, i) =>
      ride(`${writer} ${i}`, {
        ...{ accountId: `a${(i % 3) + 1}`, distance: '0.1' },
        timestamp: `2030-01-09T${String(i % 20).padStart(2, '0')}:00:00Z`,
      }),
    );
    return writer % 2 === 0 ? events : events.reverse();
  };
  for (let round = 0; round < 3; round++) {
    const replies = await Promise.all(
      Array.from({ length: WRITERS }, (_, i) =>
        sandbox.post('/ingestBatch', { events: batchOf(round * WRITERS + i) }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(WRITERS).fill(202));
  }
  const { cycles, rows } = await readStoredUsage(service);
  // 3 rounds × 10 writers × 60 events, each metered twice; a third of them × 0.1 on each account.
  expect(rows).toHaveLength(3600);
  expect(cycles.filter((row) => row.includes(distance)).map((row) => row.split(' ').slice(4))).toEqual(
    Array(3).fill(['60', '600']),
  );
});
