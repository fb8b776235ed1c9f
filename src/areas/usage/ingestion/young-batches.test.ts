import { beforeAll, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { collectAll, collectYoung } from '#test/collect-garbage.ts';
import { meterRides, ride } from '#test/metering-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const [WARM_UP, ROUNDS, BATCHES, EVENTS] = [10, 30, 4, 500];
/** Of their parameters alone, every event has 300. */
const MAX_BYTES_KEPT = 150;
let sent = 0;

beforeAll(async () => {
  await service.sandbox.setClock('2030-01-10T00:00:00Z');
  await meterRides(service.sandbox);
  await openAccount(service.sandbox, 'a1');
});

async function sendRounds(count: number): Promise<number> {
  const send = () => {
    const events = Array.from({ length: EVENTS }, () => ride(`young-${sent++}`));
    return service.sandbox.must.post('/ingestBatch', { events });
  };
  for (let round = 0; round < count; round++) {
    await Promise.all(Array.from({ length: BATCHES }, send));
    collectYoung();
  }
  return process.memoryUsage().arrayBuffers;
}

// What grows old is freed by whole collections alone, which take the processor from what is to be answered.
it('what batches were stored with is freed while it is young', async () => {
  await sendRounds(WARM_UP);
  collectAll();
  const before = await sendRounds(1);
  const after = await sendRounds(ROUNDS);
  expect((after - before) / (ROUNDS * BATCHES * EVENTS)).toBeLessThan(MAX_BYTES_KEPT);
});
