import pg from 'pg';
import { expect, test } from 'vitest';
import { auditLogOf, findBreaks, seal } from '#test/audit-log.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();

/** Add-ons of one name each, as many callers at once as there are names. */
const write = (sandbox: Client, names: readonly string[]) =>
  Promise.all(names.map((name) => sandbox.must.post('/addons', { name, type: 'FIXED_FEE' })));
const namesOf = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix} ${n}`);
const numbersOf = async (sandbox: Client) =>
  (await auditLogOf(sandbox)).flatMap(({ number }) => number ?? []).toSorted((a, b) => a - b);

test('writers and sealers that run at once make one chain without gaps', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  const rounds = ['a', 'b', 'c', 'd'].map((prefix) => write(sandbox, namesOf(prefix, 10)));
  const sealed = await Promise.all([seal(service), seal(service), ...rounds.map(() => seal(service))]);
  await Promise.all(rounds);
  sealed.push(await seal(service));
  // The organization, its key, forty add-ons.
  expect(sealed.reduce((sum, count) => sum + count)).toBe(42);
  expect(await numbersOf(sandbox)).toEqual(Array.from({ length: 42 }, (_, n) => n + 1));
  expect(await findBreaks(service)).toEqual([]);
});

test('a writer that has not committed keeps nobody waiting; its entry is sealed after theirs', async () => {
  const { sandbox } = service;
  const writer = new pg.Client({ connectionString: service.databaseUrl });
  await writer.connect();
  await writer.query('begin');
  await writer.query(`insert into add_ons (org_id, id, name, type, status, created_at, updated_at)
    select org_id, 'slow', 'slow', 'FIXED_FEE', 'ACTIVE', clock_timestamp(), clock_timestamp()
    from organizations where environment = 'sandbox'`);
  await write(sandbox, ['quick']);
  expect(await seal(service)).toBe(1);
  await writer.query('commit');
  await writer.end();
  expect(await seal(service)).toBe(1);
  const [slow, quick] = (await auditLogOf(sandbox, 'entity_type=ADD_ON')).slice(-2);
  expect([slow.entityId, quick.after.name]).toEqual(['slow', 'quick']);
  expect(slow.actor).toMatchObject({ type: 'SYSTEM' });
  expect(slow.number).toBe(quick.number + 1);
  expect(await findBreaks(service)).toEqual([]);
});

test('a sealer that is killed has sealed nothing; the next one goes on', async () => {
  const { sandbox } = service;
  await write(sandbox, namesOf('killed', 5));
  const before = await numbersOf(sandbox);
  const sealer = new pg.Client({ connectionString: service.databaseUrl });
  sealer.on('error', () => undefined);
  await sealer.connect();
  await sealer.query('begin');
  const { rows } = await sealer.query('select pg_backend_pid() as pid');
  await sealer.query(`select set_config('app.org_id', org_id::text, true), seal_audit_log(3)
    from organizations where environment = 'sandbox'`);
  const waiting = seal(service);
  const killer = new pg.Client({ connectionString: service.databaseUrl });
  await killer.connect();
  await killer.query('select pg_terminate_backend($1)', [rows[0].pid]);
  await killer.end();
  expect(await waiting).toBe(5);
  expect(await numbersOf(sandbox)).toEqual([...before, ...[1, 2, 3, 4, 5].map((n) => before.length + n)]);
  expect(await findBreaks(service)).toEqual([]);
});
