import { execFile, spawn } from 'node:child_process';
import { chmod, stat, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { freePort } from '#test/free-port.ts';
import { useDatabases, useStand } from './stand.ts';

const makeDatabase = useDatabases();
const stand = useStand();

/** Null where it is not installed. */
async function findPgbouncer(): Promise<string | null> {
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` };
  const found = await promisify(execFile)('sh', ['-c', 'command -v pgbouncer'], { env }).catch(() => null);
  return found?.stdout.trim() ?? null;
}

/** A PgBouncer in front of a database; null, and a word about it, where there is none. */
async function pooled(databaseUrl: string, mode: 'session' | 'transaction'): Promise<string | null> {
  const program = await findPgbouncer();
  if (!program) {
    console.log('Nothing is shown about PgBouncer: it is not installed.');
    return null;
  }
  const url = new URL(databaseUrl.replace('@/', '@localhost/'));
  const [folder, port] = [await stand.directory(), await freePort()];
  const password = url.password ? ` password=${decodeURIComponent(url.password)}` : '';
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${url.searchParams.get('host')} port=5432 user=${url.username}${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 60
max_client_conn = 200
`,
  );
  await chmod(folder, 0o755);
  // It refuses to run as root, and only the owner of the server's socket may enter its folder.
  const { uid, gid } = await stat(url.searchParams.get('host') ?? '');
  await admit(databaseUrl, uid);
  const bouncer = spawn(program, [join(folder, 'pgbouncer.ini')], { stdio: 'ignore', uid, gid });
  const ended = new Promise((resolve) => bouncer.once('exit', resolve));
  stand.later(async () => {
    bouncer.kill('SIGKILL');
    await ended;
  });
  const pooledUrl = `postgresql://${url.username}@127.0.0.1:${port}${url.pathname}`;
  await untilConnected(pooledUrl);
  return pooledUrl;
}

/** The server believes the user of this process alone; until its next start, that of the pooler too. */
async function admit(databaseUrl: string, uid: number): Promise<void> {
  if (uid === process.getuid?.()) return;
  const { stdout: name } = await promisify(execFile)('id', ['-un', '--', String(uid)]);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ ident_file: string }>('show ident_file');
    const users = [userInfo().username, name.trim()].map((user) => `('tallymark ${user} all')`);
    await client.query(`copy (values ${users.join(', ')}) to '${rows[0]?.ident_file}'`);
    await client.query('select pg_reload_conf()');
  } finally {
    await client.end();
  }
}

async function untilConnected(connectionString: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (tries === 20) throw error;
      await sleep(100);
    }
  }
}

const ACME = { id: 'acme', name: 'Acme', primaryEmail: 'pay@acme.example', address: { country: 'DE' } };

describe('behind PgBouncer', () => {
  it('in session mode the service works', async () => {
    const databaseUrl = await pooled((await makeDatabase()).url, 'session');
    if (!databaseUrl) return;
    const tallymark = await stand.tallymark({ databaseUrl });
    expect(await tallymark.call('GET', '/ready')).toMatchObject({ status: 200 });
    await tallymark.must('POST', '/customers', ACME);
    const { data } = await tallymark.must<{ data: { id: string }[] }>('GET', '/customers');
    expect(data.map(({ id }) => id)).toEqual(['acme']);
  }, 600_000);

  it('in transaction mode the start is rejected', async () => {
    const databaseUrl = await pooled((await makeDatabase()).url, 'transaction');
    if (!databaseUrl) return;
    await expect(stand.tallymark({ databaseUrl })).rejects.toThrow(
      /cannot use the database of DATABASE_URL: it points to a connection pooler .* Set pool_mode = session/,
    );
  }, 600_000);
});
