import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { type MasterKey, type MasterKeys, NO_MASTER_KEYS } from '../master-key.ts';
import { withClient } from './client.ts';
import {
  DATA_KEY,
  keptPlain,
  openKept,
  openWrapped,
  sealed,
  type WrappedKey,
  wrapped,
} from './kept-secrets.ts';
import type { Connection } from './servers.ts';

/** Keys of the deployment, the same for every process that shares the database. */
export interface DeploymentSecrets {
  pageTokens: string;
  signedLinks: string;
  /** The data key: 32 bytes in base64, which seal stored values that must be readable again. */
  sealing: string;
}

/**
 * Reads the keys, and creates missing ones; of several processes that start together, one wins. Throws unless
 * they are stored as the master keys require: wrapped by one of them, or in plain text without one.
 */
export async function loadSecrets(
  client: pg.ClientBase,
  masterKeys: MasterKeys = NO_MASTER_KEYS,
): Promise<DeploymentSecrets> {
  const known = await readSecrets(client);
  const isComplete = known.has(DATA_KEY);
  if (!isComplete) await makeSecrets(client, known.size === 0 ? masterKeys.current : null);
  const secrets = isComplete ? known : await readSecrets(client);
  const dataKey = openDataKey(secrets, masterKeys);
  const read = (name: string) => {
    const value = secrets.get(name);
    if (value === undefined) throw new Error(`deployment secret ${name} is missing`);
    return openKept(value, { name, dataKey });
  };
  return { pageTokens: read('page_tokens'), signedLinks: read('signed_links'), sealing: dataKey };
}

/**
 * Throws when the keys of a database are wrapped and no master key opens them, before a startup changes
 * anything. Accepts a database without keys, and one whose keys are not wrapped yet.
 */
export async function rejectWrongMasterKey(connection: Connection, masterKeys: MasterKeys): Promise<void> {
  await withClient(connection, async (client) => {
    const { rows } = await client.query<{ name: string | null }>(
      `select to_regclass('deployment_secrets')::text as name`,
    );
    if (!rows[0]?.name) return;
    const wrappedKey = openWrapped((await readSecrets(client)).get(DATA_KEY));
    if (wrappedKey) unwrap(wrappedKey, masterKeys);
  });
}

export async function readSecrets(client: pg.ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    'select name, value from deployment_secrets order by name',
  );
  return new Map(rows.map((row) => [row.name, row.value]));
}

async function makeSecrets(client: pg.ClientBase, key: MasterKey | null): Promise<void> {
  const dataKey = randomBytes(32).toString('base64');
  const fresh = ['page_tokens', 'signed_links'].map((name) => {
    const value = randomBytes(32).toString('base64');
    return [name, key ? sealed(value, { name, dataKey }) : value];
  });
  fresh.push([DATA_KEY, key ? wrapped(dataKey, key) : dataKey]);
  await client.query(
    `insert into deployment_secrets (name, value)
     select * from unnest($1::text[], $2::text[]) on conflict do nothing`,
    [fresh.map(([name]) => name), fresh.map(([, value]) => value)],
  );
}

function openDataKey(secrets: ReadonlyMap<string, string>, masterKeys: MasterKeys): string {
  const value = secrets.get(DATA_KEY) ?? '';
  const wrappedKey = openWrapped(value);
  const plain = [...secrets].filter(([, each]) => keptPlain(each));
  // With a master key, no key may remain unprotected.
  if (masterKeys.current && plain.length > 0) throw new Error(NOT_ADOPTED);
  return wrappedKey ? unwrap(wrappedKey, masterKeys) : value;
}

export function unwrap({ keyId, text }: WrappedKey, { current, next }: MasterKeys): string {
  const given = [current, next].filter((key) => key !== null);
  const key = given.find(({ id }) => id === keyId);
  if (given.length === 0) throw new Error(missingKey(keyId));
  if (!key) throw new Error(wrongKey(keyId, given));
  try {
    return key.unwrap(text);
  } catch (cause) {
    throw new Error(
      `The data key that master key ${keyId} wraps was changed. Restore the database from a backup.`,
      {
        cause,
      },
    );
  }
}

const NOT_ADOPTED =
  'MASTER_KEY is set, but it does not wrap the keys of this database yet. Run: npm run master-key ' +
  '-- adopt; or unset MASTER_KEY.';

function missingKey(keyId: string): string {
  return (
    `The master key ${keyId} wraps the keys of this database, but no master key is set. Set ` +
    'MASTER_KEY or MASTER_KEY_FILE to it.'
  );
}

function wrongKey(keyId: string, given: readonly MasterKey[]): string {
  return (
    `The master key ${keyId} wraps the keys of this database, but MASTER_KEY is another key ` +
    `(${given.map(({ id }) => id).join(', ')}). Set MASTER_KEY or MASTER_KEY_FILE to the key of the ` +
    'last npm run master-key -- adopt or rotate.'
  );
}
