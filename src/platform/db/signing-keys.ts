import type pg from 'pg';
import {
  createSigningKey,
  nextByHand,
  nextSignsFrom,
  type SigningKey,
  verifiersAt,
} from '../http/signing-keys.ts';
import { LOCK_CLASS } from './advisory-locks.ts';
import { Client } from './client.ts';
import { DATA_KEY, openKept, openWrapped, sealed } from './kept-secrets.ts';
import type { Connection } from './servers.ts';

/** Signing keys are stored with the other secrets, inaccessible to the service's role. */
const PREFIX = 'signing_key:';
/** The single key from before rotation was introduced. */
const FIRST = 'access_tokens';

const PATIENCE_MS = 10_000;

interface Row {
  name: string;
  value: string;
  createdAt: string;
}

interface Surroundings {
  now: string;
  isReadOnly: boolean;
  keptDataKey: string | null;
}

/**
 * Returns the keys, after creating the next one if none waits and removing those whose tokens have all
 * expired. Of several concurrent processes, one does so; time is the database's.
 */
export function keepSigningKeys(connection: Connection, dataKey: string): Promise<SigningKey[]> {
  return locked(connection, (client) => keep({ client, dataKey }));
}

/** `dataKey` opens sealed keys. */
interface Store {
  client: pg.ClientBase;
  dataKey: string;
}

async function keep(store: Store): Promise<SigningKey[]> {
  const { client } = store;
  const { keys, names, now, isReadOnly, isSealed } = await read(store);
  const verifying = new Set(verifiersAt(keys, now));
  // While the database is read-only no key is created; the current one continues to sign.
  if (verifying.size > 0 && isReadOnly) return [...verifying];
  for (const key of keys.filter((each) => !verifying.has(each)))
    await client.query('delete from deployment_secrets where name = $1', [names.get(key)]);
  const made: SigningKey[] = [];
  for (;;) {
    const signsFrom = nextSignsFrom([...keys, ...made], now);
    if (!signsFrom) return [...verifying, ...made];
    const key = await createSigningKey({ signsFrom, createdAt: now });
    const name = PREFIX + key.jwk.kid;
    await client.query('insert into deployment_secrets (name, value) values ($1, $2)', [
      name,
      isSealed ? sealed(textOf(key), { name, dataKey: store.dataKey }) : textOf(key),
    ]);
    made.push(key);
  }
}

/**
 * Makes the next key sign from now on; tokens of the previous key stay valid until they expire. Returns the
 * id of the key, or the instant from which it may sign: a key must be published for a while before.
 */
export function rotateSigningKeys(
  connection: Connection,
  dataKey: string,
): Promise<{ kid: string } | { readyAt: Temporal.Instant }> {
  return locked(connection, async (client) => {
    const store = { client, dataKey };
    const keys = await keep(store);
    const { now, isSealed } = await read(store);
    const next = nextByHand(keys, now);
    if (!next) throw new Error('there is no next key');
    if ('readyAt' in next) return next;
    const { jwk } = next.key;
    const [name, text] = [PREFIX + jwk.kid, textOf({ ...next.key, signsFrom: now })];
    await client.query('update deployment_secrets set value = $2 where name = $1', [
      name,
      isSealed ? sealed(text, { name, dataKey }) : text,
    ]);
    await keep(store);
    return { kid: jwk.kid };
  });
}

async function locked<T>(connection: Connection, run: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = new Client({
    ...connection,
    application_name: 'tallymark keys',
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
  });
  client.on('error', () => undefined); // the running statement reports it
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1, 0)', [LOCK_CLASS.signingKeys]);
    const result = await run(client);
    await client.query('commit');
    return result;
  } finally {
    await client.end();
  }
}

interface Stored {
  keys: SigningKey[];
  /** Names of the rows that store the keys. */
  names: ReadonlyMap<SigningKey, string>;
  /** Whether keys are sealed, by a data key that a master key wraps. */
  isSealed: boolean;
  now: Temporal.Instant;
  isReadOnly: boolean;
}

async function read({ client, dataKey }: Store): Promise<Stored> {
  const iso = `'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`;
  const { rows } = await client.query<Row & Surroundings>(
    `select s.name, s.value, to_char(s.created_at at time zone 'UTC', ${iso}) as "createdAt",
       to_char(clock_timestamp() at time zone 'UTC', ${iso}) as now,
       current_setting('transaction_read_only') = 'on' as "isReadOnly",
       (select value from deployment_secrets where name = $3) as "keptDataKey"
     from (select 1) as one left join deployment_secrets s on starts_with(s.name, $1) or s.name = $2`,
    [PREFIX, FIRST, DATA_KEY],
  );
  const names = new Map(
    rows
      .filter(({ name }) => name !== null)
      .map((row) => [keyOf({ ...row, value: openKept(row.value, { name: row.name, dataKey }) }), row.name]),
  );
  const { now = '', isReadOnly = false, keptDataKey } = rows[0] ?? {};
  const isSealed = openWrapped(keptDataKey ?? undefined) !== null;
  return { keys: [...names.keys()], names, now: Temporal.Instant.from(now), isReadOnly, isSealed };
}

function keyOf({ name, value, createdAt: made }: Row): SigningKey {
  const createdAt = Temporal.Instant.from(made);
  if (name === FIRST) return { jwk: JSON.parse(value), signsFrom: createdAt, createdAt };
  const { jwk, signsFrom } = JSON.parse(value) as { jwk: SigningKey['jwk']; signsFrom: string };
  return { jwk, signsFrom: Temporal.Instant.from(signsFrom), createdAt };
}

function textOf({ jwk, signsFrom }: SigningKey): string {
  return JSON.stringify({ jwk, signsFrom: signsFrom.toString() });
}
