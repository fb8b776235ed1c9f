import { randomUUID } from 'node:crypto';
import { Client } from './client.ts';
import type { Connection } from './servers.ts';

/** A transaction-mode pooler shares one server connection between sessions. */
class SharedSessions extends Error {
  override readonly name = 'SharedSessions';
  constructor() {
    super(
      'it points to a connection pooler that shares sessions among clients (pool_mode = transaction ' +
        'or statement). Tallymark relies on session state for its role, row-level security, locks and ' +
        'notifications. Set pool_mode = session, or connect to the PostgreSQL server directly',
    );
  }
}

const ROUNDS = 5;
const PATIENCE_MS = 10_000;

/**
 * Throws `SharedSessions` behind such a pooler, where lists would be empty with status 200. A real session
 * has one server process to itself for its lifetime. So two connections compare theirs, one while the other
 * holds a transaction open: an idle pooler gives the second the process that the first has just released, and
 * a busy one switches the first from time to time.
 */
export async function rejectSharedSessions(connection: Connection): Promise<void> {
  const options = { ...connection, connectionTimeoutMillis: PATIENCE_MS, query_timeout: PATIENCE_MS };
  const [one, other] = [new Client(options), new Client(options)];
  for (const client of [one, other]) client.on('error', () => undefined); // the statement reports it
  try {
    await one.connect();
    await other.connect();
    const mark = randomUUID();
    // Poolers that pin a session once something is set in it are as good as a server.
    await one.query(`select set_config('app.session', $1, false)`, [mark]);
    const pid = await readPid(one);
    for (let round = 0; round < ROUNDS; round++) {
      await other.query('begin');
      if ((await readPid(other)) === pid) throw new SharedSessions();
      if ((await readPid(one)) !== pid) throw new SharedSessions();
      await other.query('commit');
    }
    const { rows } = await one.query(`select current_setting('app.session', true) as mark`);
    if (rows[0]?.mark !== mark) throw new SharedSessions();
  } catch (error) {
    throw /statement pooling mode/i.test(String(error)) ? new SharedSessions() : error;
  } finally {
    await Promise.allSettled([one.end(), other.end()]);
  }
}

async function readPid(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}
