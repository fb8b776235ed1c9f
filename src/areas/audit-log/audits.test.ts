import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLogOf, findBreaks, seal } from '#test/audit-log.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let owner: pg.Client;
let orgId: number;
/** Numbers of entries by what they are about. */
const ids: Record<string, number> = {};

/*
 * Of a new organization: 1 itself, 2 its key; then the add-ons a to d, which are 3 to 6 in the chain. The
 * add-on e waits to be sealed.
 */
beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  for (const name of ['a', 'b', 'c', 'd']) await sandbox.must.post('/addons', { name, type: 'FIXED_FEE' });
  expect(await seal(service)).toBe(6);
  await sandbox.must.post('/addons', { name: 'e', type: 'FIXED_FEE' });
  for (const { id, after } of await auditLogOf(sandbox, 'entity_type=ADD_ON')) ids[after.name] = Number(id);
  owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
  const { rows } = await owner.query(`select org_id from organizations where environment = 'sandbox'`);
  orgId = rows[0].org_id;
});
afterAll(() => owner.end());

describe('the chain', () => {
  it('is what anybody can compute from the responses of the service', async () => {
    const { data } = await service.sandbox.must.get('/ext/v1/audit_log?pageSize=100&_sort=id');
    let previous = '0'.repeat(64);
    for (const [index, { id }] of data.slice(0, 6).entries()) {
      const { sealedText, ...entry } = await service.sandbox.must.get(`/ext/v1/audit_log/${id}`);
      const hash = createHash('sha256')
        .update(`${previous}\n${index + 1}\n${sealedText}`)
        .digest('hex');
      expect(entry).toMatchObject({ isSealed: true, number: index + 1, previousHash: previous, hash });
      previous = hash;
    }
    expect(data[6]).toMatchObject({ isSealed: false, after: { name: 'e' } });
    expect(data[6]).not.toHaveProperty('number');
  });

  it('has nothing to complain of', async () => {
    expect(await findBreaks(service)).toEqual([]);
  });
});

/** What the audits find after the owner of the database did what nobody may, which is then undone. */
async function findAfter(statement: string): Promise<string[]> {
  // The rows as they are, kept beside the tables that refuse every change.
  const text = statement
    .replaceAll(/\$(\w)\b/g, (_, name: string) => String(ids[name]))
    .replaceAll('ORG', String(orgId));
  const tables = ['audit_log', 'audit_seals', 'audit_unsealed', 'audit_chains'];
  // Triggers do not fire for this session.
  await owner.query('set session_replication_role = replica');
  for (const table of tables) await owner.query(`create temporary table kept_${table} as table ${table}`);
  await owner.query(text);
  const found = await findBreaks(service);
  for (const table of tables)
    await owner.query(`delete from ${table};
      insert into ${table} select * from kept_${table}; drop table kept_${table}`);
  await owner.query('set session_replication_role = origin');
  return found;
}

const entry = (name: string) => `org_id = ORG and id = $${name}`;
const COPY = `insert into audit_log
    (org_id, at, written_at, actor_type, actor_id, entity_type, entity_id, action)
  select org_id, at, written_at, actor_type, actor_id, entity_type, 'forged', action from audit_log`;

describe('finds', () => {
  it.each([
    [
      'a changed member',
      `update audit_log set after = after || '{"name":"z"}' where ${entry('b')}`,
      ['4 changed'],
    ],
    ['another actor', `update audit_log set actor_id = 'somebody' where ${entry('b')}`, ['4 changed']],
    ['another time', `update audit_log set at = at + interval '1 us' where ${entry('a')}`, ['3 changed']],
    ['a removed entry', `delete from audit_log where ${entry('c')}`, ['5 entry']],
    [
      'a removed entry and its link',
      `delete from audit_log where ${entry('c')}; delete from audit_seals where entry_id = $c`,
      ['6 gap', '6 follow'],
    ],
    [
      'removed last entries with their links',
      `delete from audit_log where ${entry('d')}; delete from audit_seals where entry_id = $d`,
      ['6 last'],
    ],
    ['an inserted entry', `${COPY} where ${entry('a')}`, ['inserted']],
    [
      'two that changed places',
      `update audit_log x set after = y.after, entity_id = y.entity_id from audit_log y
       where x.org_id = ORG and y.org_id = ORG and ((x.id = $a and y.id = $b) or (x.id = $b and y.id = $a))`,
      ['3 changed', '4 changed'],
    ],
    [
      'two links that changed places',
      `update audit_seals set number = -number where number in (3, 4) and org_id = ORG;
       update audit_seals set number = 7 + number where number < 0 and org_id = ORG`,
      ['3 follow', '3 changed', '4 follow', '4 changed', '5 follow'],
    ],
    [
      'a changed entry with a new hash of its own',
      `update audit_log set actor_id = 'somebody' where ${entry('b')};
       update audit_seals s set hash = audit_hash(previous_hash, number, audit_entry_text(l))
       from audit_log l where l.org_id = s.org_id and l.id = s.entry_id and l.id = $b`,
      ['5 follow'],
    ],
    [
      'a last entry that was changed with its hash',
      `update audit_log set actor_id = 'somebody' where ${entry('d')};
       update audit_seals s set hash = audit_hash(previous_hash, number, audit_entry_text(l))
       from audit_log l where l.org_id = s.org_id and l.id = s.entry_id and l.id = $d`,
      ['6 last'],
    ],
    ['an entry that was removed before its seal', `delete from audit_log where ${entry('e')}`, ['waits']],
    ['an entry that nobody will seal', `delete from audit_unsealed where ${entry('e')}`, ['inserted']],
  ])('%s', async (_, statement, expected) => {
    expect((await findAfter(statement)).map(shortly)).toEqual(expected);
  });

  it('nothing when all is as it was', async () => {
    expect(await findBreaks(service)).toEqual([]);
  });
});

/** `audit log, number 4, entry 12: the entry or its seal was changed` → `4 changed`. */
function shortly(found: string): string {
  const number = /number (\d+)/.exec(found)?.[1];
  const word = Object.entries({
    ...{
      'was changed': 'changed',
      'its entry was removed': 'entry',
      'the link before it was removed': 'gap',
    },
    ...{ 'its previous hash differs': 'follow', 'was sealed last': 'last', 'inserted it': 'inserted' },
    'is queued for sealing, but': 'waits',
  }).find(([text]) => found.includes(text))?.[1];
  return [number, word].filter(Boolean).join(' ');
}
