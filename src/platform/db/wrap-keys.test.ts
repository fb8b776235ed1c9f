import { readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeThrowAwayFolder } from '#test/throw-away-folder.ts';
import { masterKey, NO_MASTER_KEYS } from '../master-key.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
import { migrate } from './migrate.ts';
import { type DeploymentSecrets, loadSecrets, rejectWrongMasterKey } from './secrets.ts';
import { keepSigningKeys } from './signing-keys.ts';
import { adoptMasterKey, readKeyState, rotateMasterKey, wipeLog } from './wrap-keys.ts';

const MIGRATIONS = resolve(import.meta.dirname, '../../../migrations');
const [first, second, third] = [1, 2, 3].map((byte) => masterKey(Buffer.alloc(32, byte))) as [
  ReturnType<typeof masterKey>,
  ReturnType<typeof masterKey>,
  ReturnType<typeof masterKey>,
];

let dataDir: string;
let server: EmbeddedPostgres;
let owner: pg.Client;
/** As they were before a master key. */
let before: DeploymentSecrets;
let plain: string[];

async function open(): Promise<void> {
  const settings = { fsync: 'off', max_wal_size: '64MB', min_wal_size: '64MB', shared_buffers: '32MB' };
  server = await startEmbeddedPostgres({ dataDir, settings, log: () => undefined });
  owner = new pg.Client(server.connection);
  await owner.connect();
}

async function shut(): Promise<void> {
  await owner.end();
  await server.stop();
}

beforeAll(async () => {
  dataDir = await makeThrowAwayFolder('embedded', tmpdir());
  await open();
  await migrate(server.connection, MIGRATIONS);
  before = await loadSecrets(owner);
  const signing = await keepSigningKeys(server.connection, before.sealing);
  const privates = signing.map(({ jwk }) => String(jwk.d));
  plain = [before.sealing, before.pageTokens, before.signedLinks, ...privates];
  expect(privates.every((text) => text.length > 40)).toBe(true);
  await owner.query('analyze deployment_secrets');
  // The log of now comes back under the names of later.
  for (let segment = 0; segment < 3; segment++) {
    await owner.query(`select pg_logical_emit_message(true, 'test', ''), pg_switch_wal()`);
    await owner.query('checkpoint');
  }
});
afterAll(async () => {
  await shut();
  await rm(dataDir, { recursive: true });
});

/** Files below the data directory that have any of the texts, or the bytes that one stands for. */
async function filesWith(texts: readonly string[]): Promise<string[]> {
  const wanted = texts.flatMap((text) => [Buffer.from(text), Buffer.from(text, 'base64')]);
  const found: string[] = [];
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = await readFile(join(entry.parentPath, entry.name));
    if (wanted.some((each) => bytes.includes(each))) found.push(entry.name);
  }
  return found;
}

const rows = async () => (await owner.query('select * from deployment_secrets order by name')).rows;

/** Runs a change during which the server ends the session after all its updates but one, as a kill would. */
async function killed(change: () => Promise<void>): Promise<void> {
  await owner.query(`
    create function die() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
    create trigger die after update on deployment_secrets
      for each row when (new.name = 'signed_links' or new.value like 'wrapped:%') execute function die()`);
  try {
    await expect(change()).rejects.toThrow();
  } finally {
    await owner.query('drop trigger die on deployment_secrets; drop function die()');
  }
}

it('without a master key the keys stand in the database, its log and the planner’s samples', async () => {
  expect(await readKeyState(server.connection)).toEqual({ keyId: null, plain: 5 });
  expect((await filesWith(plain)).length).toBeGreaterThan(2);
  const { rows: samples } = await owner.query(
    `select from pg_stats where tablename = 'deployment_secrets'
    and attname = 'value' and position($1 in histogram_bounds::text) > 0`,
    [before.sealing],
  );
  expect(samples).toHaveLength(1);
});

it('a start with a master key is rejected until it is adopted', async () => {
  await expect(loadSecrets(owner, { current: first, next: null })).rejects.toThrow(
    /MASTER_KEY is set, but it does not wrap .* yet. Run: npm run master-key -- adopt/,
  );
  await rejectWrongMasterKey(server.connection, { current: first, next: null });
});

it('an adoption that is killed changes nothing', async () => {
  const stored = await rows();
  await killed(() => adoptMasterKey(server.connection, first));
  expect(await rows()).toEqual(stored);
});

it('once adopted, no key is anywhere below the data directory', async () => {
  await adoptMasterKey(server.connection, first);
  await wipeLog(server.connection);
  expect(await readKeyState(server.connection)).toEqual({ keyId: first.id, plain: 0 });
  expect(await filesWith(plain)).toEqual([]);
  await owner.query('analyze deployment_secrets');
  await shut();
  expect(await filesWith(plain)).toEqual([]);
  await open();
  expect((await owner.query('show wal_recycle')).rows).toEqual([{ wal_recycle: 'on' }]);
  expect(await loadSecrets(owner, { current: first, next: null })).toEqual(before);
  const keys = await keepSigningKeys(server.connection, before.sealing);
  expect(keys.map(({ jwk }) => jwk.d)).toEqual(expect.arrayContaining(plain.slice(3)));
  // A key that is made from now on is sealed like the others.
  await owner.query(`delete from deployment_secrets where starts_with(name, 'signing_key:')`);
  expect(await keepSigningKeys(server.connection, before.sealing)).toHaveLength(2);
  expect(await readKeyState(server.connection)).toEqual({ keyId: first.id, plain: 0 });
}, 60_000);

it.each([
  ['no key', NO_MASTER_KEYS, /master key [0-9a-f]{16} wraps .*, but no master key is set. Set MASTER_KEY/],
  ['another key', { current: second, next: null }, /but MASTER_KEY is another key \([0-9a-f]{16}\)/],
])('a start with %s is refused and writes nothing', async (_, keys, sentence) => {
  const stored = await rows();
  await expect(rejectWrongMasterKey(server.connection, keys)).rejects.toThrow(sentence);
  await expect(loadSecrets(owner, keys)).rejects.toThrow(sentence);
  for (const change of [
    () => rotateMasterKey(server.connection, { current: second, next: third }),
    () => adoptMasterKey(server.connection, second),
  ])
    await expect(change()).rejects.toThrow(/another key/);
  expect(await rows()).toEqual(stored);
});

it('a rotation that is killed leaves the key before, and a whole one the next', async () => {
  const [keys, stored] = [{ current: first, next: second }, await rows()];
  await killed(() => rotateMasterKey(server.connection, keys));
  expect(await rows()).toEqual(stored);
  for (const _ of ['once', 'again']) await rotateMasterKey(server.connection, keys);
  expect(await readKeyState(server.connection)).toEqual({ keyId: second.id, plain: 0 });
  // Before, meanwhile and after: the start takes the one that fits.
  for (const fitting of [keys, { current: second, next: null }, { current: second, next: third }])
    expect(await loadSecrets(owner, fitting)).toEqual(before);
  await expect(loadSecrets(owner, { current: first, next: null })).rejects.toThrow(/another key/);
  const wrappedBefore = stored.find(({ name }) => name === 'sealing').value.split(':')[2];
  await wipeLog(server.connection);
  expect(await filesWith([wrappedBefore])).toEqual([]);
}, 60_000);

it('a data key that was changed is not used', async () => {
  await owner.query('begin');
  await owner.query(
    `update deployment_secrets set value = overlay(value placing 'AAAA' from 40) where name = 'sealing'`,
  );
  await expect(loadSecrets(owner, { current: second, next: null })).rejects.toThrow(/was changed/);
  await owner.query('rollback');
});

it('in an empty database a start with a master key never writes a key in plain', async () => {
  await owner.query('begin; delete from deployment_secrets');
  const made = await loadSecrets(owner, { current: third, next: null });
  const stored = (await rows()).map(({ name, value }) => [name, value.split(':')[0]]);
  expect(stored).toEqual([
    ['page_tokens', 'sealed'],
    ['sealing', 'wrapped'],
    ['signed_links', 'sealed'],
  ]);
  expect(made.pageTokens).not.toBe(before.pageTokens);
  await owner.query('rollback');
});
