import pg from 'pg';

/** A database that the files of a worker use one after the other. */
export interface SharedDatabase {
  /** Activity on it besides the applications' idle pools. */
  listRunning(): Promise<string[]>;
  /** Deletes every row of every organization; returns any other difference from the initial state. */
  sweep(): Promise<{ removed: number; strays: string[] }>;
  close(): Promise<void>;
}

/** Tables without organizations that store work of organizations: their rows are deleted too. */
const PASSING = [
  ...['public.portal_attempts', 'public.users', 'public.user_password_tokens'],
  ...['public.user_totp', 'public.user_recovery_codes'],
  ...['public.user_passkeys', 'public.passkey_challenges'],
  // An example that holds mails.
  ...['public.outgoing_holds', 'graphile_worker._private_jobs'],
];

/** Names of tasks and queues: constant in every database once a job was queued. */
const TASKS = ['graphile_worker._private_tasks', 'graphile_worker._private_job_queues'];

/** Catalogs that describe the structure of a database, with the tests' names for them. */
const STRUCTURE = [
  ['a table or an index', 'pg_class', `where relpersistence <> 't'`],
  ['a constraint', 'pg_constraint', ''],
  ['a trigger', 'pg_trigger', ''],
  ['a function', 'pg_proc', ''],
  ['a policy', 'pg_policy', ''],
] as const;

const SWEEP = `
create function pg_temp.sweep(kept text[], passing text[], out removed bigint, out strays text[])
language plpgsql as $sweep$
declare
  swept record;
  is_used boolean;
  gone bigint;
  stray bigint;
begin
  removed := 0;
  strays := '{}';
  for swept in
    select c.oid::regclass as name, n.nspname || '.' || c.relname as title,
      exists (select from pg_attribute where attrelid = c.oid and attname = 'org_id') as has_org
    from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence <> 't'
      and n.nspname in ('public', 'graphile_worker') and n.nspname || '.' || c.relname <> all (kept)
  loop
    execute format('select exists (select from %s)', swept.name) into is_used;
    if is_used then
      -- Every key that leads anywhere leads to an organization, so a row without one is nobody's.
      execute format(
        'with gone as (delete from %s as t returning %s as is_stray)
           select count(*), count(*) filter (where is_stray) from gone',
        swept.name,
        case
          when swept.has_org then 'not exists (select from sweeping as o where o.org_id = t.org_id)'
          else case when swept.title = any (passing) then 'false' else 'true' end
        end
      ) into gone, stray;
      removed := removed + gone;
      if stray > 0 then
        strays := strays || format('%s rows of no organization in %s', stray, swept.title);
      end if;
    end if;
  end loop;
end $sweep$`;

export async function watchSharedDatabase(url: string): Promise<SharedDatabase> {
  const admin = new pg.Client({ connectionString: url, application_name: 'shared database' });
  admin.on('error', () => undefined);
  await admin.connect();
  // Deletes from all tables without triggers, so foreign keys need no order; append-only tables are included.
  await admin.query(`set session_replication_role = replica; set lock_timeout = '10s'; ${SWEEP}`);
  // No test can mistake an organization for the first one by its number.
  await admin.query('alter table organizations alter column org_id restart with 1001');
  const kept = await listUsedTables(admin);
  const fingerprint = fingerprintOf(kept);
  const atFirst = await readFingerprint(admin, fingerprint);
  return {
    async listRunning() {
      const { rows } = await admin.query<{ line: string }>(
        `select case when application_name = 'tallymark' then 'a running statement' else 'a connection' end
           || ' (' || coalesce(state, '') || ': ' || left(query, 200) || ')' as line
         from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
           and (application_name <> 'tallymark' or state <> 'idle')`,
      );
      return rows.map(({ line }) => line);
    },
    async sweep() {
      // What is moved from the deltas to the sums at this moment is there before the rows are removed.
      await admin.query(
        `begin; lock table usage_deltas in access exclusive mode;
         create temp table sweeping on commit drop as select org_id from organizations`,
      );
      const { rows } = await admin.query('select * from pg_temp.sweep($1, $2)', [
        [...kept, ...TASKS],
        PASSING,
      ]);
      await admin.query('commit');
      const now = await readFingerprint(admin, fingerprint);
      const changed = [...now].filter(([part, mark]) => atFirst.get(part) !== mark);
      const { removed, strays } = rows[0];
      return { removed: Number(removed), strays: [...strays, ...changed.map(([part]) => `${part} changed`)] };
    },
    close: () => admin.end(),
  };
}

/** Rows of a migrated database before any organization: kept, and never written by an organization. */
async function listUsedTables(admin: pg.Client): Promise<string[]> {
  const { rows: tables } = await admin.query<{ title: string }>(
    `select n.nspname || '.' || c.relname as title
     from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition
       and n.nspname in ('public', 'graphile_worker')`,
  );
  const requested = tables.filter(({ title }) => !TASKS.includes(title));
  const { rows } = await admin.query<{ title: string }>(
    requested
      .map(({ title }) => `select '${title}' as title where exists (select from ${title})`)
      .join(' union all '),
  );
  return rows.map(({ title }) => title);
}

/** A statement with a line per part that shows whether a database is unchanged. */
function fingerprintOf(kept: readonly string[]): string {
  const ofRows = (part: string, table: string, where = '') =>
    `select '${part}' as part, md5(string_agg(t::text, ',' order by t::text)) as mark
     from ${table} as t ${where}`;
  const built = STRUCTURE.map(
    ([part, catalog, where]) =>
      `select '${part}', count(*) || ' ' || sum(xmin::text::bigint) from ${catalog} ${where}`,
  );
  const columns = `select 'a column', count(*) || ' ' || sum(hashtext(
      concat_ws(' ', attrelid, attnum, attname, atttypid, attnotnull, atthasdef))::bigint)
    from pg_attribute as a join pg_class as c on c.oid = a.attrelid
    where c.oid >= 16384 and c.relpersistence <> 't'`;
  const stored = kept.map((table) => ofRows(`what stands in ${table}`, table));
  const ofThis = `where setdatabase =
    (select oid from pg_database where datname = current_database())`;
  const settings = ofRows('a setting of the database', 'pg_db_role_setting', ofThis);
  return [settings, columns, ...built, ...stored].join(' union all ');
}

async function readFingerprint(admin: pg.Client, statement: string): Promise<Map<string, string>> {
  const { rows } = await admin.query<{ part: string; mark: string }>(statement);
  return new Map(rows.map(({ part, mark }) => [part, mark]));
}
