import { sql } from 'kysely';
import type { Database } from '#platform/db/database.ts';
import { planScheduledWork } from '#platform/db/scheduled-work.ts';
import type { Deployment } from '#platform/deployment.ts';
import { createMetrics } from '#platform/http/metrics.ts';
import type { Org } from '#platform/http/operation.ts';
import {
  type ScheduledWorkContext,
  type ScheduledWorkKind,
  scheduledWorkRunner,
} from '#platform/jobs/scheduled-work.ts';
import { createLogger } from '#platform/log.ts';
import { useDatabase } from './open-database.ts';

export const at = (text: string) => Temporal.Instant.from(`2030-01-${text}:00Z`);
export const start = at('01T00:00');
export const piece = (key: string, dueAt: Temporal.Instant) => ({
  kind: 'test.record',
  key,
  dueAt,
  rank: 50,
  payload: { key },
});

function runnerOn(database: Database, kinds: ScheduledWorkKind[]) {
  const deployment = {} as Deployment;
  return scheduledWorkRunner({
    ...{ database, deployment, kinds },
    ...{ logger: createLogger('silent'), metrics: createMetrics() },
  });
}

/** A database, and kinds of scheduled work that write down what was done. */
export function useScheduledWork() {
  const opened = useDatabase();

  /** What was done, as `key at instant`, and how to plan more of it. */
  function recorder(
    org: Org,
    act: (context: ScheduledWorkContext, key: string) => Promise<void> = async () => {},
  ) {
    const done: string[] = [];
    const kind: ScheduledWorkKind = {
      kind: 'test.record',
      run: async (context, { key }) => {
        await act(context, String(key));
        done.push(`${key} at ${context.now.toString({ smallestUnit: 'minute' }).slice(8, 16)}`);
      },
    };
    const runner = makeRunner([kind]);
    const plan = (key: string, dueAt: Temporal.Instant, rank = 50) =>
      write(org, (tx) => planScheduledWork(tx, org, { ...piece(key, dueAt), rank, now: start }));
    return { done, plan, runner };
  }

  const makeRunner = (kinds: ScheduledWorkKind[]) => runnerOn(opened.database, kinds);
  const write = <T>(org: Org, run: Parameters<typeof opened.database.transaction<T>>[1]) =>
    opened.database.transaction({ orgId: org.orgId, access: 'write' }, run);
  const stored = (org: Org) =>
    write(org, async (tx) => {
      const { rows } = await sql<{
        key: string;
        attempts: number;
        isOnHold: boolean;
        lastError: string | null;
      }>`
        select key, attempts, on_hold_at is not null as is_on_hold, last_error
        from scheduled_work order by id`.execute(tx);
      return rows;
    });

  /** The pause of what fails is over. Returns how many seconds it was to be, to the nearest five. */
  async function rest(org: Org): Promise<number> {
    return write(org, async (tx) => {
      const { rows } = await sql<{ seconds: number }>`
        select round(extract(epoch from retry_at - clock_timestamp()) / 5)::int * 5 as seconds
        from scheduled_work where retry_at is not null`.execute(tx);
      await sql`update scheduled_work set retry_at = clock_timestamp()`.execute(tx);
      return rows[0]?.seconds ?? 0;
    });
  }

  async function startAt(id: string): Promise<Org> {
    const org = await opened.org(id);
    await write(org, (tx) => sql`update organizations set clock_at = ${start}`.execute(tx));
    return org;
  }
  return { opened, recorder, makeRunner, write, stored, rest, startAt };
}
