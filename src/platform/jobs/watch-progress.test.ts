import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useDatabase } from '#test/open-database.ts';
import { planScheduledWork } from '../db/scheduled-work.ts';
import type { Alarm, Deployment } from '../deployment.ts';
import { createMetrics } from '../http/metrics.ts';
import type { Org } from '../http/operation.ts';
import { createLogger } from '../log.ts';
import { type ScheduledWorkContext, scheduledWorkRunner } from './scheduled-work.ts';
import { MAX_REPEATS, watchProgress } from './watch-progress.ts';

const opened = useDatabase();
const start = Temporal.Instant.from('2030-01-01T00:00:00Z');
const end = start.add({ hours: 24 * 366 });
const write = <T>(org: Org, run: Parameters<typeof opened.database.transaction<T>>[1]) =>
  opened.database.transaction({ orgId: org.orgId, access: 'write' }, run);
const piece = { kind: 'test.again', key: 'x', rank: 50, payload: {} };

/** A sandbox whose only work plans its next piece as a test says. */
async function organize(
  id: string,
  next: (context: ScheduledWorkContext, times: number) => Temporal.Instant | null,
) {
  const org = await opened.org(id);
  const alarms: Alarm[] = [];
  let times = 0;
  const run = async (context: ScheduledWorkContext) => {
    const dueAt = next(context, ++times);
    if (dueAt) await planScheduledWork(context.tx, org, { ...piece, dueAt, now: context.now });
  };
  const runner = scheduledWorkRunner({
    database: opened.database,
    deployment: { raiseAlarm: (alarm: Alarm) => alarms.push(alarm) } as unknown as Deployment,
    kinds: [
      { kind: piece.kind, run },
      { kind: 'test.other', run: async () => {} },
    ],
    logger: createLogger('silent'),
    metrics: createMetrics(),
  });
  await write(org, async (tx) => {
    await sql`update organizations set clock_at = ${start}`.execute(tx);
    await planScheduledWork(tx, org, { ...piece, dueAt: start, now: start });
    const later = { kind: 'test.other', key: 'later', rank: 50, payload: {}, dueAt: start.add({ hours: 9 }) };
    await planScheduledWork(tx, org, { ...later, now: start });
  });
  const waiting = () =>
    write(org, async (tx) => {
      const { rows } = await sql<{ kind: string; isOnHold: boolean; reason: string | null }>`
        select kind, on_hold_at is not null as is_on_hold, reason from scheduled_work order by kind`.execute(
        tx,
      );
      return rows;
    });
  return { org, runner, alarms, waiting, times: () => times };
}

const STUCK: [string, (context: ScheduledWorkContext, times: number) => Temporal.Instant][] = [
  ['at the instant at which it is done', ({ now }) => now],
  // As a refresh of drafts did, which looked at real time while the clock had to stand.
  ['some milliseconds further each time', (_, times) => start.add({ minutes: 15, milliseconds: times })],
];

it.each(STUCK)(
  'work that plans itself %s ends the run, is on hold, and raises an alarm',
  async (name, next) => {
    const { org, runner, alarms, waiting, times } = await organize(`stuck-${name.length}`, next);
    await expect(runner.runUntil(org, end)).rejects.toMatchObject({
      code: 'SCHEDULED_WORK_STUCK',
      status: 500,
      message: expect.stringContaining('scheduled work test.again (x) rescheduled itself 1000 times'),
    });
    expect(times()).toBeLessThanOrEqual(MAX_REPEATS + 1);
    expect(alarms).toMatchObject([{ kind: 'SCHEDULED_WORK_STUCK', org, details: { kind: piece.kind } }]);
    expect(await waiting()).toMatchObject([
      { kind: 'test.again', isOnHold: true, reason: expect.stringContaining('is on hold') },
      { kind: 'test.other', isOnHold: false },
    ]);
    // What comes after it is not held back.
    expect(await runner.runUntil(org, end)).toEqual({ done: 1, isOver: true });
  },
);

it('work that comes back each hour of a year, and page by page at one instant, gets ahead', () => {
  const watch = watchProgress();
  const stored = { ...piece, id: 1, attempts: 0, dueAt: start };
  const hours = Array.from({ length: 8760 }, (_, n) => ({ ...stored, dueAt: start.add({ hours: n }) }));
  const pages = Array.from({ length: 3 * MAX_REPEATS }, (_, after) => ({ ...stored, payload: { after } }));
  expect([...hours, ...pages].some((each) => watch.isStuck(each))).toBe(false);
});

it('two pieces that plan each other at one instant are noticed as well', () => {
  const watch = watchProgress();
  const turns = Array.from({ length: 2 * MAX_REPEATS + 2 }, (_, n) =>
    watch.isStuck({ ...piece, key: `${n % 2}`, id: n, attempts: 0, dueAt: start }),
  );
  expect(turns.indexOf(true)).toBe(2 * MAX_REPEATS - 2);
});

it('a run ends at its limit of pieces, or when nobody waits for it, and the next one goes on', async () => {
  const hourly = await organize('limited', ({ now }, times) => (times < 9 ? now.add({ hours: 1 }) : null));
  const { org, runner, times } = hourly;
  expect(await runner.runUntil(org, end, { maxPieces: 3 })).toEqual({ done: 3, isOver: false });
  const isAbandoned = () => times() === 5;
  expect(await runner.runUntil(org, end, { isAbandoned })).toEqual({ done: 2, isOver: false });
  expect(await runner.runUntil(org, end)).toEqual({ done: 5, isOver: true });
});
