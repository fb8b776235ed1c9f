import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { LOCK_CLASS } from '#platform/db/advisory-locks.ts';
import { audit, NOTHING_WRONG } from './audit.ts';
import { plannedLedger, type SentEvent, sendAll } from './careful-client.ts';
import type { Database } from './database-server.ts';
import { listIssued, type Summary } from './issued-invoices.ts';
import type { BreakingProxy } from './proxy.ts';
import { setUpAccounts } from './setup.ts';
import { useDatabases, useStand } from './stand.ts';
import type { TallymarkProcess } from './tallymark-process.ts';

const EVENTS = 2_000;
const FEBRUARY = { now: '2030-02-01T00:00:00Z' };
const makeDatabase = useDatabases();
const stand = useStand();

/** Sends the same events and closes their cycle; with `isKilled`, every process is killed on the way. */
async function billJanuary(roles: readonly string[], { isKilled }: { isKilled: boolean }) {
  const database = await makeDatabase();
  const start = (role: string) => stand.tallymark({ databaseUrl: database.url, roles: role });
  const processes = await Promise.all(roles.map(start));
  const [first] = processes as [TallymarkProcess];
  const setup = await setUpAccounts(first, 6);
  const ledger = plannedLedger(setup, EVENTS);
  const sent = sendAll(processes, ledger, { clients: 6, batch: 20 });
  if (isKilled) await Promise.all(processes.map(killAndStart));
  await sent;
  expect(await audit({ tallymark: first, database }, setup, ledger)).toEqual(NOTHING_WRONG);
  const closings = processes.map((process) => process.call('PUT', '/ext/v1/clock', FEBRUARY));
  if (isKilled) await killAndStart(first, 1);
  await Promise.all(closings);
  await first.must('PUT', '/ext/v1/clock', FEBRUARY);
  const issued = await listIssued(first);
  const lineOf = ({ ownerId, startDate, totalAmount }: Summary) => `${ownerId} ${startDate} ${totalAmount}`;
  return { invoices: issued.map(lineOf).sort(), numbers: issued.map(({ sequenceId }) => sequenceId).sort() };
}

async function killAndStart(process: TallymarkProcess, index: number): Promise<void> {
  await sleep(150 * (index + 1));
  await process.kill();
  await process.start();
}

it('three processes on one database, each killed on the way, bill what one process bills', async () => {
  const alone = await billJanuary(['api,worker'], { isKilled: false });
  expect(alone.invoices).toHaveLength(6);
  const together = await billJanuary(['api', 'api,worker', 'api,worker'], { isKilled: true });
  expect(together).toEqual(alone);
}, 600_000);

/** Until a closing waits for what is being stored. */
async function untilItWaits(database: Database): Promise<void> {
  const waiting = `select from pg_locks
    where locktype = 'advisory' and classid = ${LOCK_CLASS.ingestion} and not granted`;
  for (const end = performance.now() + 180_000; (await database.query(waiting)).length === 0; await sleep(20))
    if (performance.now() > end) throw new Error('the closing does not wait');
}

/** Moves the clock past a cycle whose events another process has stored and is about to commit. */
async function closeWhileStoring(
  { storer, closer }: { storer: TallymarkProcess; closer: TallymarkProcess },
  stored: { proxy: BreakingProxy; events: readonly SentEvent[]; now: string },
  untilLetGo: (closed: Promise<unknown>) => Promise<unknown>,
): Promise<number | undefined> {
  const { proxy, events, now } = stored;
  const { held, letGo } = proxy.holdCommit();
  const answered = storer.call('POST', '/ingestBatch', { events });
  await held;
  const closed = closer.call('PUT', '/ext/v1/clock', { now });
  await untilLetGo(closed);
  letGo();
  expect([(await answered)?.status, (await closed)?.status]).toEqual([202, 200]);
  const invoices = await listIssued(closer);
  return invoices.find(({ endDate }) => endDate.startsWith(now.slice(0, 10)))?.totalAmount;
}

it('closing a cycle waits for what another process is storing; a build that does not misses it', async () => {
  const database = await makeDatabase();
  const proxy = await stand.proxied(database);
  const storer = await stand.tallymark({ databaseUrl: proxy.url });
  const closer = await stand.tallymark({ databaseUrl: database.url });
  const setup = await setUpAccounts(closer, 1);
  // What the set-up left to do also waits for ingestion, and is done first.
  await closer.must('PUT', '/ext/v1/clock', { now: '2030-01-01T00:00:00Z' });
  const { sent: events } = plannedLedger(setup, 3);
  // 1 + 2 + 3 units at 1.00.
  const january = { proxy, events, now: '2030-02-01T00:00:00Z' };
  const itWaits = () => untilItWaits(database);
  expect(await closeWhileStoring({ storer, closer }, january, itWaits)).toBe(6);

  const home = await stand.sabotaged('closes without waiting for ingestion');
  const hasty = await stand.tallymark({ databaseUrl: database.url, home });
  const later = events.map((event) => ({ ...event, id: `${event.id}-2`, timestamp: '2030-02-01T00:00:00Z' }));
  const february = { proxy, events: later, now: '2030-03-01T00:00:00Z' };
  const itHasClosed = (closed: Promise<unknown>) => closed;
  expect(await closeWhileStoring({ storer, closer: hasty }, february, itHasClosed)).toBe(0);
}, 600_000);
