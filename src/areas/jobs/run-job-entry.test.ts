import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import type { Deployment } from '#platform/deployment.ts';
import { createMetrics } from '#platform/http/metrics.ts';
import type { Org } from '#platform/http/operation.ts';
import { type ScheduledWorkContext, scheduledWorkRunner } from '#platform/jobs/scheduled-work.ts';
import { createLogger } from '#platform/log.ts';
import { problemKind } from '#platform/problem.ts';
import { useDatabase } from '#test/open-database.ts';
import { createJob, type NewJob } from './create-job.ts';
import { expireJob, rejectJob } from './move-job.ts';
import { purgeOldJobs } from './purge-old-jobs.ts';
import { runJobEntry } from './run-job-entry.ts';
import { jobScheduledWork } from './scheduled-work.ts';
import { findJob, lockJob } from './store/jobs.ts';

const opened = useDatabase();
const START = Temporal.Instant.from('2030-01-01T00:00:00Z');
const later = (duration: Temporal.DurationLike) => START.add(duration);
const rejected = problemKind('REFUSED', 400, (d: { id: string }) => `${d.id} is refused`);
const actor = { credentialId: 'key.1' } as never;

const write = <T>(org: Org, run: Parameters<typeof opened.database.transaction<T>>[1]) =>
  opened.database.transaction({ orgId: org.orgId, access: 'write' }, run);

type Perform = (entityId: string, context: ScheduledWorkContext) => Promise<void>;

/** An organization whose entries are done by `perform`; `done` has what was performed and committed. */
async function stage(id: string, perform: Perform = async () => {}) {
  const org = await opened.org(id);
  await write(org, (tx) => sql`update organizations set clock_at = ${START}`.execute(tx));
  const kind = {
    kind: 'test.entry',
    run: (context: ScheduledWorkContext, payload: Record<string, string | number | boolean | null>) =>
      runJobEntry(context, payload, async (entityId) => {
        await mark(context, entityId);
        await perform(entityId, context);
      }),
  };
  const runner = scheduledWorkRunner({
    database: opened.database,
    deployment: {} as Deployment,
    kinds: [...jobScheduledWork, kind],
    logger: createLogger('silent'),
    metrics: createMetrics(),
  });
  const make = (job: Partial<NewJob> = {}) =>
    write(org, (tx) =>
      createJob(
        { tx, org, now: START },
        {
          type: 'PRICE_PLAN',
          requireConfirmation: false,
          entityIds: ['a', 'b', 'c'],
          entryKind: 'test.entry',
          ...job,
        },
      ),
    );
  const job = (jobId: string) => write(org, (tx) => findJob(tx, org, jobId));
  return {
    org,
    kind,
    make,
    job,
    until: async (at: Temporal.Instant) => (await runner.runUntil(org, at)).done,
  };
}

/** An effect that goes with its transaction: a counter per entity. */
async function mark({ tx, org }: ScheduledWorkContext, entityId: string): Promise<void> {
  await sql`
    insert into invoice_sequences as s (org_id, scope, period, last_value)
    values (${org.orgId}, ${entityId}, '', 1)
    on conflict (org_id, scope, period) do update set last_value = s.last_value + 1`.execute(tx);
}

/** What the server sees when a process dies: it takes the transaction of the connection back. */
async function endConnection(pid: number): Promise<void> {
  const owner = new pg.Client({ connectionString: opened.url });
  await owner.connect();
  await owner.query('select pg_terminate_backend($1, 5000)', [pid]);
  await owner.end();
}

async function effects(org: Org): Promise<string> {
  const { rows } = await write(org, (tx) =>
    sql<{ scope: string; lastValue: number }>`
      select scope, last_value from invoice_sequences order by scope`.execute(tx),
  );
  return rows.map(({ scope, lastValue }) => `${scope}${lastValue}`).join(' ');
}

async function entries(org: Org, jobId: string): Promise<string[]> {
  const { rows } = await write(org, (tx) =>
    sql<{ entityId: string; status: string; attempts: number; metadata: { error?: string } }>`
      select entity_id, status, attempts, metadata from job_entries where job_id = ${jobId}
      order by entity_id`.execute(tx),
  );
  return rows.map(({ entityId, status, attempts, metadata }) =>
    [entityId, status, attempts, metadata.error].filter((part) => part !== undefined).join(' '),
  );
}

describe('the entries of a job', () => {
  it('are done one after the other, and the last one completes the job', async () => {
    const { org, make, job, until } = await stage('all-good');
    const { id, status, settledAt } = await make({ entityIds: ['b', 'a', 'b'] });
    expect([status, settledAt]).toEqual(['IN_PROGRESS', null]);
    expect(await until(START)).toBe(2);
    expect(await entries(org, id)).toEqual(['a COMPLETED 1', 'b COMPLETED 1']);
    expect(await job(id)).toMatchObject({ status: 'COMPLETED', completedEntries: 2, failedEntries: 0 });
    expect(String((await job(id))?.settledAt)).toBe(String(START));
  });

  it('of which there are none complete the job at once', async () => {
    const { make } = await stage('none');
    expect(await make({ entityIds: [] })).toMatchObject({ status: 'COMPLETED', settledAt: START });
  });

  it('that are rejected fail alone, with the sentence and without their effects', async () => {
    const { org, make, job, until } = await stage('refused', async (id) => {
      if (id === 'b') throw rejected({ id });
    });
    const { id } = await make();
    await until(START);
    expect(await entries(org, id)).toEqual(['a COMPLETED 1', 'b FAILED 1 b is refused', 'c COMPLETED 1']);
    expect(await job(id)).toMatchObject({ status: 'COMPLETED', completedEntries: 2, failedEntries: 1 });
    expect(await effects(org)).toBe('a1 c1');
  });

  it('that are all rejected fail the job', async () => {
    const { make, job, until } = await stage('all-refused', async (id) => {
      throw rejected({ id });
    });
    const { id } = await make();
    await until(START);
    expect(await job(id)).toMatchObject({ status: 'FAILED', failedEntries: 3, settledAt: START });
  });

  it('that meet another error are tried three times, a minute apart, and say nothing of it', async () => {
    const { org, make, job, until } = await stage('broken', async (id, { tx }) => {
      if (id === 'b') await sql`select 1 / 0`.execute(tx);
    });
    const { id } = await make();
    await until(later({ seconds: 59 }));
    expect(await entries(org, id)).toEqual(['a COMPLETED 1', 'b IN_PROGRESS 1', 'c COMPLETED 1']);
    expect(await job(id)).toMatchObject({ status: 'IN_PROGRESS', completedEntries: 2, failedEntries: 0 });
    await until(later({ minutes: 1 }));
    expect((await entries(org, id))[1]).toBe('b IN_PROGRESS 2');
    await until(later({ minutes: 2 }));
    expect((await entries(org, id))[1]).toBe('b FAILED 3 internal error; gave up after 3 attempts');
    expect(await job(id)).toMatchObject({ status: 'COMPLETED', failedEntries: 1 });
    expect(await effects(org)).toBe('a1 c1');
  });

  it('that recover in time are completed, with their effects once', async () => {
    let tries = 0;
    const { org, make, until } = await stage('recovering', async (id) => {
      if (id === 'b' && ++tries < 3) throw new Error('not yet');
    });
    const { id } = await make();
    await until(later({ minutes: 2 }));
    expect(await entries(org, id)).toEqual(['a COMPLETED 1', 'b COMPLETED 3', 'c COMPLETED 1']);
    expect(await effects(org)).toBe('a1 b1 c1');
  });
});

describe('an entry is done once', () => {
  const context = (org: Org) => (tx: ScheduledWorkContext['tx']) => ({
    tx,
    org,
    now: START,
    deployment: {} as never,
  });

  it('when its work is run twice at the same time and once more later', async () => {
    const { org, kind, make, job, until } = await stage('twice');
    const { id } = await make({ entityIds: ['a'] });
    const run = () => write(org, (tx) => kind.run(context(org)(tx), { jobId: id, entityId: 'a' }));
    await Promise.all([run(), run()]);
    await until(START);
    expect(await effects(org)).toBe('a1');
    expect(await job(id)).toMatchObject({ status: 'COMPLETED', completedEntries: 1 });
  });

  it('when the process is killed in the middle: nothing of the try is left, and it comes back', async () => {
    let isKilled = true;
    const { org, make, job, until } = await stage('killed', async (_, { tx }) => {
      if (!isKilled) return;
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await endConnection(rows[0]?.pid ?? 0);
    });
    const { id } = await make({ entityIds: ['a'] });
    await expect(until(START)).rejects.toThrow();
    expect([await entries(org, id), await effects(org)]).toEqual([['a PENDING 0'], '']);
    isKilled = false;
    await until(START);
    expect([await entries(org, id), await effects(org)]).toEqual([['a COMPLETED 1'], 'a1']);
    expect(await job(id)).toMatchObject({ status: 'COMPLETED' });
  });

  it('and never when its job was cancelled in between', async () => {
    const { org, kind, make, job } = await stage('cancelled');
    const { id } = await make({ requireConfirmation: true });
    await write(org, async (tx) => {
      const row = await lockJob(tx, org, id);
      if (row) await rejectJob({ tx, org, now: START, actor }, row);
    });
    await write(org, (tx) => kind.run(context(org)(tx), { jobId: id, entityId: 'a' }));
    expect(await effects(org)).toBe('');
    expect(await entries(org, id)).toEqual(['a CANCELLED 0', 'b CANCELLED 0', 'c CANCELLED 0']);
    expect(await job(id)).toMatchObject({ status: 'CANCELLED', cancelledEntries: 3, completedEntries: 0 });
  });

  it('while others of the job are, and each is counted', async () => {
    let begun = 0;
    const both = Promise.withResolvers<void>();
    const { org, kind, make, job } = await stage('side-by-side', () => {
      if (++begun === 2) both.resolve();
      return both.promise;
    });
    const { id } = await make({ entityIds: ['a', 'b'] });
    const run = (entityId: string) => write(org, (tx) => kind.run(context(org)(tx), { jobId: id, entityId }));
    await Promise.all([run('a'), run('b')]);
    expect(await effects(org)).toBe('a1 b1');
    expect(await job(id)).toMatchObject({ status: 'COMPLETED', completedEntries: 2 });
  }, 20_000);

  it('before anybody decides about its job', async () => {
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { org, kind, make } = await stage('undecided', () => {
      begun.resolve();
      return end.promise;
    });
    const { id } = await make({ entityIds: ['a'] });
    const order: string[] = [];
    const entry = write(org, (tx) => kind.run(context(org)(tx), { jobId: id, entityId: 'a' }));
    await begun.promise;
    const decision = write(org, async (tx) => {
      order.push((await lockJob(tx, org, id))?.status ?? 'gone');
    });
    await setTimeout(200);
    order.push('entry ends');
    end.resolve();
    await Promise.all([entry, decision]);
    expect(order).toEqual(['entry ends', 'COMPLETED']);
  });

  it('and never when nobody has such an entry', async () => {
    const { org, kind, make } = await stage('unknown');
    const { id } = await make();
    for (const payload of [
      { jobId: id, entityId: 'z' },
      { jobId: 'job.none', entityId: 'a' },
    ])
      await write(org, (tx) => kind.run(context(org)(tx), payload));
    expect(await effects(org)).toBe('');
  });
});

describe('a job with a start in the future', () => {
  it('is scheduled, and begins by itself', async () => {
    const { org, make, job, until } = await stage('scheduled');
    const { id, status } = await make({ startAt: later({ hours: 1 }) });
    expect(status).toBe('SCHEDULED');
    await until(later({ minutes: 59 }));
    expect(await effects(org)).toBe('');
    await until(later({ hours: 1 }));
    expect([(await job(id))?.status, await effects(org)]).toEqual(['COMPLETED', 'a1 b1 c1']);
  });

  it('waits for its confirmation then, seven days long', async () => {
    const { org, make, job, until } = await stage('scheduled-waiting');
    const { id } = await make({ startAt: later({ hours: 1 }), requireConfirmation: true });
    await until(later({ hours: 1 }));
    expect((await job(id))?.status).toBe('WAITING_FOR_CONFIRMATION');
    await until(later({ hours: 7 * 24, minutes: 59 }));
    expect((await job(id))?.status).toBe('WAITING_FOR_CONFIRMATION');
    await until(later({ hours: 7 * 24 + 1 }));
    expect(await job(id)).toMatchObject({ status: 'CANCELLED', decision: null, cancelledEntries: 3 });
    expect(await effects(org)).toBe('');
  });

  it('does not begin when it was rejected before', async () => {
    const { org, make, job, until } = await stage('scheduled-rejected');
    const { id } = await make({ startAt: later({ hours: 1 }) });
    await write(org, async (tx) => {
      const row = await lockJob(tx, org, id);
      if (row) await rejectJob({ tx, org, now: START, actor }, row);
    });
    expect(await until(later({ hours: 24 * 30 }))).toBe(0);
    expect((await job(id))?.status).toBe('CANCELLED');
  });

  it('with a start that has passed begins at once', async () => {
    const { make } = await stage('past');
    expect((await make({ startAt: START })).status).toBe('IN_PROGRESS');
  });
});

describe('one bill run at a time', () => {
  it('409 of the database for the second of two at once; another after the first has settled', async () => {
    const { org, make, until } = await stage('bill-runs');
    const job = { type: 'BILL_RUN', entityIds: ['a'] } as const;
    const made = await Promise.allSettled([make(job), make(job)]);
    expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const error = made.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    expect(error.reason).toMatchObject({ status: 409, code: 'JOB_ALREADY_ACTIVE' });
    await make({ entityIds: ['x'] }); // of another type
    await until(START);
    expect((await make(job)).status).toBe('IN_PROGRESS');
    expect(await effects(org)).toBe('a1 x1');
  });
});

describe('expiry', () => {
  it('leaves a job alone that was confirmed at the last moment', async () => {
    const { org, make, job } = await stage('late');
    const { id } = await make();
    await write(org, async (tx) => {
      const row = await lockJob(tx, org, id);
      if (row) await expireJob({ tx, org, now: START }, row);
    });
    expect((await job(id))?.status).toBe('IN_PROGRESS');
  });
});

describe('retention', () => {
  it('keeps settled jobs for 180 days, and open ones for as long as they are open', async () => {
    const { org, make, job, until } = await stage('old');
    const settled = await make();
    await until(START);
    const open = await make({ startAt: later({ hours: 24 * 400 }) });
    const setClock = (at: Temporal.Instant) =>
      write(org, (tx) => sql`update organizations set clock_at = ${at}`.execute(tx));
    await setClock(later({ hours: 180 * 24 }));
    await purgeOldJobs(opened.database, org);
    expect(await job(settled.id)).not.toBeNull();
    await setClock(later({ hours: 180 * 24, milliseconds: 1 }));
    await purgeOldJobs(opened.database, org);
    expect(await job(settled.id)).toBeNull();
    expect(await entries(org, settled.id)).toEqual([]);
    expect(await job(open.id)).toMatchObject({ status: 'SCHEDULED' });
  });
});
