import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { asSandbox, ride, sellRides } from '#test/metering-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let sent = 0;

beforeAll(() => sellRides(service.sandbox, ['a1']));

async function sendBatches(count: number): Promise<void> {
  for (let batch = 0; batch < count; batch++) {
    const events = Array.from({ length: 100 }, () => ride(`stays-${sent++}`));
    await service.sandbox.must.post('/ingestBatch', { events });
  }
}

/** How many events each context has; those of the later ones last. */
async function countByContext(): Promise<number[]> {
  const { rows } = await asSandbox(service, (tx) =>
    sql<{ events: number }>`
      select count(*)::int as events from events group by context_id order by context_id`.execute(tx),
  );
  return rows.map(({ events }) => events);
}

it('values that stay are looked for once in 1,000 events, and go into a context of their own', async () => {
  await sendBatches(10);
  expect(await countByContext()).toEqual([1000]);
  await sendBatches(2);
  expect(await countByContext()).toEqual([1000, 200]);
  const { events } = await service.sandbox.must.get('/events/stays-1150');
  expect(events[0].eventPayload.dimensions).toEqual({ city: 'Oslo' });
});
