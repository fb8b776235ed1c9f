import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { MasterKey, MasterKeys } from '../master-key.ts';
import { LOCK_CLASS } from './advisory-locks.ts';
import { withClient } from './client.ts';
import { DATA_KEY, keptPlain, openWrapped, sealed, wrapped } from './kept-secrets.ts';
import { readSecrets, unwrap } from './secrets.ts';
import type { Connection } from './servers.ts';

export interface KeyState {
  /** Id of the master key that wraps the data key; null: the data key is stored in plain text. */
  keyId: string | null;
  /** Number of keys stored in plain text. */
  plain: number;
}

export function readKeyState(connection: Connection): Promise<KeyState> {
  return withClient(connection, async (client) => {
    const secrets = await readSecrets(client);
    const plain = [...secrets.values()].filter(keptPlain).length;
    return { keyId: openWrapped(secrets.get(DATA_KEY))?.keyId ?? null, plain };
  });
}

/**
 * Wraps the data key with the master key and seals every other key of the deployment with the data key, in
 * one transaction. Keys that are wrapped or sealed already stay; a repeated run wipes remains again.
 */
export function adoptMasterKey(connection: Connection, key: MasterKey): Promise<void> {
  return changeKeys(connection, async (client) => {
    const secrets = await readSecrets(client);
    const value = secrets.get(DATA_KEY);
    if (value === undefined) throw new Error('The database has no keys yet; the first start creates them.');
    const known = openWrapped(value);
    const dataKey = known ? unwrap(known, { current: key, next: null }) : value;
    for (const [name, each] of secrets) {
      if (!keptPlain(each)) continue;
      const kept = name === DATA_KEY ? wrapped(dataKey, key) : sealed(each, { name, dataKey });
      await updateSecret(client, name, kept);
    }
  });
}

/** Wraps the data key with the next master key instead of the current one; no effect when that is done. */
export function rotateMasterKey(connection: Connection, keys: MasterKeys): Promise<void> {
  return changeKeys(connection, async (client) => {
    const { next } = keys;
    const known = openWrapped((await readSecrets(client)).get(DATA_KEY));
    if (!next) throw new Error('Set MASTER_KEY_NEXT or MASTER_KEY_NEXT_FILE to the new key.');
    if (!known) throw new Error('No master key wraps the keys yet. Run: npm run master-key -- adopt');
    const dataKey = unwrap(known, keys);
    if (known.keyId !== next.id) await updateSecret(client, DATA_KEY, wrapped(dataKey, next));
  });
}

async function updateSecret(client: pg.ClientBase, name: string, value: string): Promise<void> {
  await client.query('update deployment_secrets set value = $2 where name = $1', [name, value]);
}

/** Locks the keys: no other process creates or removes one meanwhile. */
async function changeKeys(
  connection: Connection,
  change: (client: pg.ClientBase) => Promise<void>,
): Promise<void> {
  await withClient({ ...connection, application_name: 'tallymark keys' }, async (client) => {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1, 0)', [LOCK_CLASS.signingKeys]);
    await client.query('lock table deployment_secrets in access exclusive mode');
    await change(client);
    // Drops samples of values that the planner's statistics may contain.
    await client.query('alter table deployment_secrets alter column value type text');
    await client.query('commit');
    // Old row versions stay in the files of a table until it is rewritten.
    for (const table of ['deployment_secrets', 'pg_statistic']) await client.query(`vacuum full ${table}`);
  });
}

const LAST_SEGMENT = `select max(name) as name from pg_ls_waldir() where name ~ '^[0-9A-F]{24}$'`;
/** Twice what a server keeps with a limit of 2 GB and segments of 16 MB. */
const MAX_SEGMENTS = 256;
const TRIES = 100;

/**
 * Removes the embedded server's write-ahead log so far, which may contain keys in plain text. Old segments
 * are recycled under new names with their contents, so all existing ones are passed, and then removed instead
 * of renamed.
 */
export async function wipeLog(connection: Connection): Promise<void> {
  await withClient(connection, async (client) => {
    const one = async (text: string) => (await client.query<{ name: string }>(text)).rows[0]?.name ?? '';
    const last = await one(LAST_SEGMENT);
    await setRecycling(client, 'set wal_recycle = off');
    for (let passed = 0; passed < MAX_SEGMENTS; passed++) {
      if ((await one('select pg_walfile_name(pg_current_wal_lsn()) as name')) > last) break;
      await client.query(`select pg_logical_emit_message(true, 'tallymark', '')`);
      await client.query('select pg_switch_wal()');
    }
    for (let tries = 0; tries < TRIES; tries++) {
      await client.query('checkpoint');
      const first = await one(LAST_SEGMENT.replace('max', 'min'));
      if (first > last) return await setRecycling(client, 'reset wal_recycle');
      // The setting takes effect a moment later in the process that removes segments.
      await client.query(`select pg_logical_emit_message(true, 'tallymark', '')`);
      await client.query('select pg_switch_wal()');
      await sleep(50);
    }
    await setRecycling(client, 'reset wal_recycle');
    throw new Error('Old segments of the write-ahead log still exist. Run the command again.');
  });
}

async function setRecycling(client: pg.ClientBase, change: string): Promise<void> {
  await client.query(`alter system ${change}`);
  await client.query('select pg_reload_conf()');
}
