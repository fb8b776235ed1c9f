import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { planScheduledWork } from '#platform/db/scheduled-work.ts';
import type { Deployment } from '#platform/deployment.ts';
import { createMetrics } from '#platform/http/metrics.ts';
import type { Org } from '#platform/http/operation.ts';
import { scheduledWorkRunner } from '#platform/jobs/scheduled-work.ts';
import { createLogger } from '#platform/log.ts';
import { useDatabase } from '#test/open-database.ts';
import { advanceClock } from './advance-clock.ts';

const opened = useDatabase();
const day = (n: number) => Temporal.Instant.from(`2030-01-0${n}T00:00:00Z`);

/** An organization whose clock stands on the first day, with a piece of work on each of some days. */
async function startWith(id: string, days: readonly number[]): Promise<Org> {
  const org = await opened.org(id);
  await opened.database.transaction({ orgId: org.orgId, access: 'write' }, async (tx) => {
    await sql`update organizations set clock_at = ${day(1)} where org_id = ${org.orgId}`.execute(tx);
    for (const n of days) {
      const piece = { kind: 'test.day', key: String(n), payload: {}, rank: 50 };
      await planScheduledWork(tx, org, { ...piece, dueAt: day(n), now: day(1) });
    }
  });
  return org;
}

function runnerOf(run: (now: Temporal.Instant) => void) {
  return scheduledWorkRunner({
    database: opened.database,
    deployment: {} as Deployment,
    kinds: [{ kind: 'test.day', run: async ({ now }) => run(now) }],
    logger: createLogger('silent'),
    metrics: createMetrics(),
  });
}

it('a move of too many pieces is rejected where it stands, and goes on when it is repeated', async () => {
  const org = await startWith('long', [2, 3, 4, 5, 6]);
  const done: string[] = [];
  const runner = runnerOf((now) => done.push(String(now)));
  const move = () =>
    advanceClock(opened.database, runner, { org, to: day(7), isAbandoned: () => false, maxPieces: 2 }).then(
      String,
      ({ code, status, message, headers }) => [code, status, message, headers],
    );
  const error = (stands: string) => [
    'CLOCK_MOVE_TOO_LONG',
    503,
    `now: the clock is at ${stands} after 2 items of scheduled work, the maximum per request; ` +
      'repeat the request to continue',
    { 'retry-after': '1' },
  ];
  expect(await move()).toEqual(error('2030-01-03T00:00:00.000Z'));
  expect(await move()).toEqual(error('2030-01-05T00:00:00.000Z'));
  expect(await move()).toBe(String(day(7)));
  expect(done).toEqual([2, 3, 4, 5, 6].map((n) => String(day(n))));
});

it('a move that is abandoned ends where it stands, and is no failure', async () => {
  const org = await startWith('abandoned', [2, 3]);
  let isAbandoned = false;
  const runner = runnerOf(() => {
    isAbandoned = true;
  });
  const move = { org, to: day(7), isAbandoned: () => isAbandoned, maxPieces: 1 };
  expect(String(await advanceClock(opened.database, runner, move))).toBe(String(day(2)));
});
