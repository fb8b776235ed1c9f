import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Tx } from '#platform/db/database.ts';
import type { Deployment } from '#platform/deployment.ts';
import { createMetrics } from '#platform/http/metrics.ts';
import type { Org } from '#platform/http/operation.ts';
import { type ScheduledWorkContext, scheduledWorkRunner } from '#platform/jobs/scheduled-work.ts';
import { createLogger } from '#platform/log.ts';
import { useDatabase } from '#test/open-database.ts';
import { planCycleEnd } from './cycle-ends.ts';
import { planNextPage, readPage, type ScheduledNotice, scheduleNotice } from './notices-in-pages.ts';
import { planOverdue } from './publish-overdue.ts';

const opened = useDatabase();
const deployment = {} as Deployment;
const NOW = Temporal.Instant.from('2030-01-10T00:00:00Z');
const LATER = Temporal.Instant.from('2030-01-20T00:00:00Z');
const NOTICE: ScheduledNotice = {
  kind: 'test.notice',
  rank: 50,
  key: 'all',
  instant: { at: LATER.toString() },
};

async function startOrg(id: string): Promise<Org> {
  const org = await opened.org(id);
  await write(org, (tx) =>
    sql`update organizations set clock_at = ${NOW} where org_id = ${org.orgId}`.execute(tx),
  );
  return org;
}

function write<T>({ orgId }: Org, run: (tx: Tx) => Promise<T>): Promise<T> {
  return opened.database.transaction({ orgId, access: 'write' }, run);
}

const plan = (org: Org, run: (context: ScheduledWorkContext) => Promise<void>) =>
  write(org, (tx) => run({ tx, org, now: NOW, deployment }));

/** What is planned, as the table has it: kind, key, due time, rank and payload. */
const stored = (org: Org) =>
  write(org, async (tx) => {
    const rows = await tx
      .selectFrom('scheduledWork')
      .select(['kind', 'key', 'dueAt', 'rank', 'payload'])
      .execute();
    return rows.map(({ kind, key, dueAt, rank, payload }) => [kind, key, String(dueAt), rank, payload]);
  });

/** The pages that are published when the instant has come. */
async function publish(org: Org, ids: readonly string[]): Promise<string[][]> {
  const pages: string[][] = [];
  const run = async (context: ScheduledWorkContext, payload: Parameters<typeof readPage>[0]) => {
    const { only, after, limit } = readPage(payload);
    const page = ids.filter((id) => id > after && (only === null || id === only)).slice(0, limit);
    pages.push(page);
    await planNextPage(context, NOTICE, page);
  };
  const options = { database: opened.database, deployment, logger: createLogger('silent') };
  const kinds = [{ kind: NOTICE.kind, run }];
  await scheduledWorkRunner({ ...options, metrics: createMetrics(), kinds }).runUntil(org, LATER);
  return pages;
}

it.each([
  [2, [2]],
  [499, [499]],
  // Whether a full page was the last is seen by the next one.
  [500, [500, 0]],
  [1001, [500, 500, 1]],
])('one piece of work publishes notices of %i invoices, in pages of %j, each once', async (count, sizes) => {
  const org = await startOrg(`of-${count}`);
  const ids = Array.from({ length: count }, (_, n) => `invoice.${String(n).padStart(4, '0')}`);
  for (const id of ids.slice(0, 2)) await plan(org, (at) => scheduleNotice(at, NOTICE, { id, dueAt: LATER }));
  expect(await stored(org)).toHaveLength(1);
  const pages = await publish(org, ids);
  expect(pages.map((page) => page.length)).toEqual(sizes);
  expect(pages.flat()).toEqual(ids);
  expect(await stored(org)).toEqual([]);
});

it('an invoice whose instant has passed is published at once, and no other', async () => {
  const org = await startOrg('over');
  await plan(org, (at) => scheduleNotice(at, NOTICE, { id: 'invoice.b', dueAt: NOW }));
  expect(await publish(org, ['invoice.a', 'invoice.b', 'invoice.c'])).toEqual([['invoice.b']]);
});

it('pieces are stored as migrations and earlier versions have stored them', async () => {
  const org = await startOrg('stored');
  const [early, late] = ['2030-01-09T23:59:59.999Z', '2030-01-31T23:59:59.999Z'];
  for (const [id, at] of [['invoice.early', early] as const, ['invoice.late', late] as const]) {
    const instant = Temporal.Instant.from(at);
    await plan(org, (context) => planCycleEnd(context, { id, endAt: instant }));
    await plan(org, (context) => planOverdue(context, { id, dueDate: instant, status: 'DUE' }));
  }
  const now = '2030-01-10T00:00:00Z';
  expect((await stored(org)).toSorted()).toEqual([
    // 1,896,134,399,999 ms from 1970 to the end of 31 January 2030.
    ['invoices.cycle_ended', '1896134399999', late, 18, { endAt: late, after: '' }],
    ['invoices.cycle_ended', 'invoice.early', now, 18, { endAt: early, invoiceId: 'invoice.early' }],
    ['invoices.overdue', late, '2030-02-01T00:00:00Z', 97, { dueDate: late, after: '' }],
    ['invoices.overdue', 'invoice.early', now, 97, { dueDate: early, invoiceId: 'invoice.early' }],
  ]);
});
