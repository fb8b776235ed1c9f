import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useDatabase, useOwner } from '#test/open-database.ts';
import { applicationRole } from './application-role.ts';
import { readDatabaseFigures } from './database-figures.ts';
import { readFailingWork } from './failing-work.ts';
import { readOutboxes } from './outbox-state.ts';

/** A login that owns the functions but is subject to the walls, as on some servers of others. */
const OWNER = `owner_${process.pid}`;
const ORGANIZATIONS = 1000;

const opened = useDatabase({ maxConnections: 4 });
const admin = useOwner(opened);
beforeAll(() => fill(ORGANIZATIONS));
afterAll(async () => {
  await admin
    .query(`reassign owned by ${OWNER} to current_user; drop owned by ${OWNER}`)
    .catch(() => undefined);
  await admin.query(`drop role if exists ${OWNER}`);
});

/**
 * Each organization has work of the future. One in a hundred has work that fails, some that is due, and a
 * mail; a suspended one does not count.
 */
async function fill(count: number): Promise<void> {
  await admin.query(
    `insert into organizations (id, environment, name, status, created_at, updated_at)
     select 'org-' || n, environment, 'O', case when n = 7 then 'SUSPENDED' else 'ACTIVE' end, now(), now()
     from generate_series(1, $1::integer) n, unnest(array['production', 'sandbox']) environment`,
    [count],
  );
  await admin.query(`
    insert into scheduled_work (org_id, kind, key, due_at, rank, payload)
    select org_id, 'jobs.expire', 'later ' || n, '2099-01-01', 1, '{}'
    from organizations, generate_series(1, 20) n;
    insert into scheduled_work (org_id, kind, key, due_at, rank, payload)
    select org_id, 'jobs.expire', 'due', '2026-01-01', 1, '{}' from organizations where id ~ '(00|org-7)$';
    insert into scheduled_work (org_id, kind, key, due_at, rank, payload, attempts, failing_since, on_hold_at,
      last_error, reason)
    select org_id, 'jobs.expire', 'failed', '2026-01-01', 1, '{}', 8, now(), now(), 'e', 'r'
    from organizations where id ~ '(00|org-7)$';
    insert into mails (org_id, id, kind, status, to_addresses, cc_addresses, remaining, subject, text_body,
      html_body, next_attempt_at, created_at, updated_at)
    select org_id, 'mail', 'OTHER', 'PENDING', '{a@b.example}', '{}', '{a@b.example}', 's', 't', 'h',
      now(), '2026-01-01', now() from organizations where id ~ '(00|org-7)$';
    analyze`);
}

async function readAll() {
  const [outboxes, failing, figures] = await Promise.all([
    readOutboxes(opened.database),
    readFailingWork(opened.database),
    readDatabaseFigures(opened.database),
  ]);
  const { due, oldestDue } = figures;
  return { outboxes, failing, due, isOld: oldestDue > 86_400 };
}

const EXPECTED = {
  // 10 organizations with two environments, of which only that of production counts as due.
  outboxes: [
    { outbox: 'mails', waiting: 20, oldest: expect.anything() },
    { outbox: 'webhooks', waiting: 0, oldest: null },
  ],
  failing: [
    { state: 'ON_HOLD', pieces: 20 },
    { state: 'RETRYING', pieces: 0 },
  ],
  due: 10,
  isOld: true,
};

describe('the figures of a thousand organizations', () => {
  it('are read in less than 50 ms', async () => {
    expect(await readAll()).toEqual(EXPECTED);
    const times: number[] = [];
    for (let i = 0; i < 15; i++) {
      const began = performance.now();
      await readAll();
      times.push(performance.now() - began);
    }
    // The fastest, since others use the machine; a statement for each organization takes hundreds.
    expect(Math.min(...times)).toBeLessThan(50);
  });

  it('include the oldest job that could run, of which this role sees nothing else', async () => {
    const queued = async () => Math.round((await readDatabaseFigures(opened.database)).oldestQueued);
    expect(await queued()).toBe(0);
    const add = (at: string, attempts: number) =>
      admin.query(
        `select graphile_worker.add_job('sweep_due_work', run_at => ${at}, job_key => 'k' || $1::integer,
          max_attempts => $1::integer)`,
        [attempts],
      );
    await add(`now() + interval '1 hour'`, 20);
    expect(await queued()).toBe(0);
    await add(`now() - interval '200 seconds'`, 25);
    await add(`now() - interval '100 seconds'`, 24);
    expect(await queued()).toBeGreaterThanOrEqual(200);
    await admin.query(`update graphile_worker._private_jobs set locked_at = now() where key = 'k25'`);
    expect(await queued()).toBeLessThan(200);
    await admin.query('delete from graphile_worker._private_jobs');
    await admin.query(`begin; set local role ${applicationRole}`);
    await expect(admin.query('select 1 from graphile_worker.jobs')).rejects.toThrow('permission denied');
    await admin.query('rollback');
  });

  it('are refused to a transaction that does not see the deployment', async () => {
    for (const name of ['outbox_state', 'failing_work_state', 'due_work_state', 'queue_state']) {
      await admin.query(`begin; set local role ${applicationRole}; set local app.org_id = '1'`);
      await expect(admin.query(`select * from ${name}()`)).rejects.toThrow('for the deployment');
      await admin.query('rollback');
    }
  });

  it('are the same where their owner is subject to row-level security', async () => {
    await admin.query(`create role ${OWNER} nologin nosuperuser nobypassrls`);
    await admin.query(`grant all on all tables in schema public to ${OWNER}`);
    await admin.query(`grant create on schema public to ${OWNER}`);
    for (const name of ['outbox_state', 'failing_work_state', 'due_work_state'])
      await admin.query(`alter function ${name}() owner to ${OWNER}`);
    expect(await readAll()).toEqual(EXPECTED);
  });
});
