import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { type KilledService, killedService } from './killed-tallymark.ts';
import { type FaultSetup, setUpAccounts } from './setup.ts';

// FAULT_ROUNDS=50 for a long run; a few kills are enough to notice that a guarantee is gone.
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 4);
const BATCH = 100;
const running: KilledService[] = [];

afterAll(async () => {
  for (const service of running) await service.remove();
});

interface Batch {
  events: object[];
  isAnswered: boolean;
}

/**
 * A client that does what the documentation says: whatever got no answer is sent again, with the same ids.
 */
async function ingestUnderFire(service: KilledService, setup: FaultSetup): Promise<{ sent: number }> {
  const batches: Batch[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    let isAlive = true;
    const client = async () => {
      while (isAlive) {
        const batch = { events: makeEvents(batches.length, setup), isAnswered: false };
        batches.push(batch);
        const reply = await service.call('POST', '/ingestBatch', { events: batch.events });
        batch.isAnswered = reply?.status === 202;
        if (reply === null) return;
      }
    };
    const clients = [client(), client(), client()];
    await sleep(300 + round * 130);
    await service.kill();
    isAlive = false;
    await Promise.all(clients);
    await service.start();
    for (const batch of batches) {
      // A batch without an answer may be stored already: sending it again must not count it twice.
      if (batch.isAnswered) continue;
      const reply = await service.call('POST', '/ingestBatch', { events: batch.events });
      batch.isAnswered = reply?.status === 202;
    }
  }
  expect(batches.every((batch) => batch.isAnswered)).toBe(true);
  return { sent: batches.length * BATCH };
}

function makeEvents(batch: number, setup: FaultSetup): object[] {
  return Array.from({ length: BATCH }, (_, i) => ({
    id: `b${batch}-e${i}`,
    schemaName: 'calls',
    timestamp: '2030-01-01T00:00:00Z',
    accountId: setup.accountIds[i % setup.accountIds.length],
    attributes: [{ name: 'n', value: '1' }],
    dimensions: {},
  }));
}

interface Metrics {
  results: { data: { metricValues: number[] }[] }[];
}

interface Counted {
  usage: number;
  metered: number;
  duplicates: number;
}

async function measure(service: KilledService): Promise<Counted> {
  const filters = (value: string) => [{ fieldName: 'EVENT_STATUS', fieldValues: [value] }];
  const events = { name: 'EVENTS', aggregationPeriod: 'DAY' };
  const { results } = await service.must<Metrics>('POST', '/metrics', {
    startTime: '2030-01-01T00:00:00Z',
    endTime: '2030-01-02T00:00:00Z',
    metricQueries: [
      { id: 'usage', name: 'METER_USAGE', aggregationPeriod: 'DAY' },
      { ...events, id: 'metered', filters: filters('INGESTION_COMPLETED_EVENT_METERED') },
      { ...events, id: 'duplicates', filters: filters('INGESTION_FAILED_DUPLICATE_EVENT') },
    ],
  });
  const [usage = 0, metered = 0, duplicates = 0] = results.map(
    (result) => result.data[0]?.metricValues[0] ?? 0,
  );
  return { usage, metered, duplicates };
}

describe('SIGKILL of the service in the middle of ingestion', () => {
  it('loses no answered event and counts none twice on its own database', async () => {
    const service = await killedService({ isShared: false });
    running.push(service);
    const { sent } = await ingestUnderFire(service, await setUpAccounts(service, 5));
    const { usage, metered } = await measure(service);
    expect({ usage, metered }).toEqual({ usage: sent, metered: sent });
  }, 300_000);

  it('would count events twice without the unique key of event ids', async () => {
    const service = await killedService({ isShared: true });
    running.push(service);
    const setup = await setUpAccounts(service, 5);
    const body = { events: makeEvents(0, setup) };
    await service.must('POST', '/ingestBatch', body);
    // What a client does after a lost answer. With the key, the second copy is recorded as a duplicate.
    await service.must('POST', '/ingestBatch', body);
    expect(await measure(service)).toEqual({ usage: BATCH, metered: BATCH, duplicates: BATCH });
    // Without it, the same key column takes the id again: a rule that lets every insert through stands in for
    // the
    // index, because `on conflict` needs one to exist.
    await service.alter('alter table event_keys drop constraint event_keys_pkey');
    await service.alter('alter table event_keys add column made bigint generated always as identity');
    await service.alter(`create function admit() returns trigger language plpgsql as $$
      begin new.event_id := new.event_id || gen_random_uuid(); return new; end $$`);
    await service.alter('create unique index event_keys_id on event_keys (org_id, event_id)');
    await service.alter(
      'create trigger admit before insert on event_keys for each row execute function admit()',
    );
    await service.must('POST', '/ingestBatch', body);
    expect((await measure(service)).usage).toBe(2 * BATCH);
  }, 120_000);
});
