import { expect, it } from 'vitest';
import { audit, countEvents, NOTHING_WRONG } from './audit.ts';
import { type Ledger, plannedLedger, type SentEvent, sendAll } from './careful-client.ts';
import type { Database } from './database-server.ts';
import { forgetEventIds, type Sabotage, sabotages } from './sabotage.ts';
import { type FaultSetup, setUpAccounts } from './setup.ts';
import { useDatabases, useStand } from './stand.ts';
import type { TallymarkProcess } from './tallymark-process.ts';

const ROUNDS = 6;
const BATCH = 100;
/** Of each round: as many batches as are sent at a time. */
const TOGETHER = 4 * BATCH;
const EVENTS = ROUNDS * TOGETHER;
const makeDatabase = useDatabases();
const stand = useStand();

interface Writers {
  database: Database;
  setup: FaultSetup;
  processes: [TallymarkProcess, TallymarkProcess];
}

async function startWriters(name?: Sabotage): Promise<Writers> {
  const database = await makeDatabase();
  // Who waits in a circle is found at once, and counted.
  await database.query(
    "do $$ begin execute format('alter database %I set deadlock_timeout = 10', current_database()); end $$",
  );
  const home = name && (await stand.sabotaged(name));
  const start = () => stand.tallymark({ databaseUrl: database.url, ...(home && { home }) });
  const processes: Writers['processes'] = [await start(), await start()];
  return { database, processes, setup: await setUpAccounts(processes[0], 3) };
}

function plannedEvents(setup: FaultSetup, from: number): SentEvent[] {
  return plannedLedger(setup, from + EVENTS).sent.slice(from);
}

/**
 * Each process gets all events, in an order and in batches of its own. Round by round, so that both begin at
 * the same moment: a process that has just started would else come after all is done.
 */
async function sendTwice(
  { processes, setup }: Writers,
  events: readonly SentEvent[],
): Promise<[Ledger, Ledger]> {
  const ledgers: [Ledger, Ledger] = [plannedLedger(setup, 0), plannedLedger(setup, 0)];
  for (let from = 0; from < events.length; from += TOGETHER) {
    const sent = events.slice(from, from + TOGETHER);
    const send = (process: TallymarkProcess, ledger: Ledger) =>
      sendAll([process], { ...ledger, sent }, { batch: BATCH });
    await Promise.all(processes.map((process, index) => send(process, ledgers[index] as Ledger)));
  }
  for (const ledger of ledgers) ledger.sent.push(...events);
  return ledgers;
}

async function countDeadlocks({ query }: Database): Promise<number> {
  const [row] = await query<{ deadlocks: string }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  return Number(row?.deadlocks);
}

it('two processes that get the same events at once accept each once and never wait in a circle', async () => {
  const writers = await startWriters();
  const { setup, processes, database } = writers;
  const [one, other] = await sendTwice(writers, plannedEvents(setup, 0));
  expect(await audit({ tallymark: processes[0], database }, setup, one)).toEqual(NOTHING_WRONG);
  expect(await countEvents(processes[0], 'INGESTION_FAILED_DUPLICATE_EVENT')).toBe(EVENTS);
  const requests = { 202: EVENTS / BATCH };
  expect([one.replies, other.replies]).toEqual([requests, requests]);
  expect(await countDeadlocks(database)).toBe(0);

  // Without the guarantee: no key keeps the ids.
  await forgetEventIds(database);
  const [more] = await sendTwice(writers, plannedEvents(setup, EVENTS));
  expect((await audit({ tallymark: processes[0], database }, setup, more)).doubled).not.toEqual([]);
}, 600_000);

it.each(sabotages('takes ids in any order'))(
  'two processes of a build that %s wait in a circle',
  async (name) => {
    const writers = await startWriters(name);
    let deadlocks = 0;
    // Both have to be taking ids at the same millisecond.
    for (let from = 0; deadlocks === 0 && from < 10 * EVENTS; from += EVENTS) {
      await sendTwice(writers, plannedEvents(writers.setup, from));
      deadlocks = await countDeadlocks(writers.database);
    }
    expect(deadlocks).toBeGreaterThan(0);
  },
  600_000,
);
