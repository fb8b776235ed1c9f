import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, chown, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeThrowAwayFolder } from '#test/throw-away-folder.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';

const isRoot = process.getuid?.() === 0;
if (!isRoot) console.log('Nothing is shown about other users who connect: only root can become one.');

/** Says what the server answers to the start of a session, as a user without any of our modules. */
const KNOCK = `
  const words = 'user\\0tallymark\\0database\\0tallymark\\0\\0';
  const start = Buffer.alloc(8 + words.length);
  start.writeInt32BE(start.length, 0);
  start.writeInt32BE(196608, 4);
  start.write(words, 8);
  const socket = require('node:net').connect(process.argv[1] + '/.s.PGSQL.5432', () => socket.write(start));
  socket.on('error', (error) => console.log(error.code));
  socket.once('data', (bytes) => { console.log(bytes.toString('latin1')); socket.destroy(); });`;

let dataDir: string;
let server: EmbeddedPostgres | null = null;
const start = async (osUser: string | null = null) => {
  server = await startEmbeddedPostgres({ dataDir, osUser, log: () => undefined });
  return server.connection;
};
const stop = async () => {
  await server?.stop();
  server = null;
};
beforeAll(async () => {
  dataDir = await makeThrowAwayFolder('embedded');
});
afterEach(stop);
afterAll(() => rm(dataDir, { recursive: true }));

async function knock(host: string, who: { uid: number; gid: number }): Promise<string> {
  const child = spawn(process.execPath, ['-e', KNOCK, host], { ...who, cwd: '/', env: {} });
  const [said] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return said;
}

/** Whatever modes say: only what the server itself asks counts. */
async function openFolderOf(host: string): Promise<void> {
  await chmod(host, 0o755);
  await chmod(join(host, '.s.PGSQL.5432'), 0o777);
}

async function select(host: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ host, user: 'tallymark', database: 'tallymark' });
  await client.connect();
  return (await client.query(statement).finally(() => client.end())).rows;
}

describe('the server believes the user of the service', () => {
  it('by the kernel’s word', async () => {
    const { host } = await start();
    const rules = await select(
      host,
      'select type, auth_method, options from pg_hba_file_rules order by rule_number',
    );
    expect(rules).toEqual([
      { type: 'local', auth_method: 'peer', options: ['map=tallymark'] },
      { type: 'local', auth_method: 'peer', options: ['map=tallymark'] },
      { type: 'host', auth_method: 'reject', options: null },
    ]);
    expect(await select(host, 'select map_name, sys_name, pg_username from pg_ident_file_mappings')).toEqual([
      { map_name: 'tallymark', sys_name: userInfo().username, pg_username: 'all' },
    ]);
    for (const name of ['pg_hba.conf', 'pg_ident.conf'])
      expect((await stat(join(dataDir, 'pg', name))).mode & 0o777).toBe(0o600);
  });

  it.runIf(isRoot)('and nobody else, also not the user that it runs as', async () => {
    const { host } = await start();
    const { uid, gid } = await stat(host);
    for (const other of [
      { uid: 1, gid: 1 },
      { uid: 65_534, gid: 65_534 },
      { uid, gid },
    ]) {
      if (other.uid !== uid) expect(await knock(host, other)).toBe('EACCES\n');
      await openFolderOf(host);
      expect(await knock(host, other)).toMatch(/Peer authentication failed for user "tallymark"/);
      await chmod(host, 0o700);
    }
    await openFolderOf(host);
    expect((await knock(host, { uid: 0, gid: 0 })).startsWith('R\0\0\0\b\0\0\0\0')).toBe(true);
  });
});

it('a cluster that trusted everybody trusts nobody else after its next start', async () => {
  await start();
  await stop();
  // As an earlier release left it, and one whose configuration leads to rules that lie elsewhere.
  await writeFile(join(dataDir, 'pg/pg_hba.conf'), 'local all all trust\n');
  const elsewhere = join(dataDir, 'pg/other.conf');
  await writeFile(elsewhere, 'local all all trust\n');
  await chmod(elsewhere, 0o644);
  await appendFile(join(dataDir, 'pg/postgresql.auto.conf'), `hba_file = '${elsewhere}'\n`);
  const { host } = await start();
  const methods = await select(host, 'select distinct auth_method from pg_hba_file_rules order by 1');
  expect(methods).toEqual([{ auth_method: 'peer' }, { auth_method: 'reject' }]);
  if (!isRoot) return;
  await openFolderOf(host);
  expect(await knock(host, { uid: 1, gid: 1 })).toMatch(/Peer authentication failed/);
});

describe.runIf(isRoot)('root starts it', () => {
  it('in folders that are closed to all others, as a user without any right of root', async () => {
    const { host } = await start();
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    const [cluster, folder] = [await stat(join(dataDir, 'pg')), await stat(dataDir)];
    expect([cluster.uid === 0, folder.uid]).toEqual([false, 0]);
    const [pid] = (await readFile(join(dataDir, 'pg/postmaster.pid'), 'utf8')).split('\n');
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    for (const name of ['CapEff', 'CapAmb']) expect(status).toMatch(new RegExp(`^${name}:\\s+0+$`, 'm'));
    expect(status).toMatch(new RegExp(`^Uid:\\s+${cluster.uid}\\s+${cluster.uid}\\s`, 'm'));
    expect(await select(host, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('as another user than before, who gets all files and finds all data', async () => {
    const first = await start('nobody');
    await select(first.host, 'create table kept (id int); insert into kept values (7)');
    await stop();
    const second = await start();
    expect(await select(second.host, 'select id from kept')).toEqual([{ id: 7 }]);
    const { uid } = await stat(join(dataDir, 'pg'));
    expect(uid).not.toBe(65_534);
    await stop();
    // A kill while the files changed hands.
    await chown(join(dataDir, 'pg'), 0, 0);
    for (const name of (await readdir(join(dataDir, 'pg'))).slice(0, 5))
      await chown(join(dataDir, 'pg', name), 65_534, 65_534);
    const third = await start('nobody');
    expect(await select(third.host, 'select id from kept')).toEqual([{ id: 7 }]);
  });

  it('not as a user that does not exist', async () => {
    await expect(start('no-such-user')).rejects.toThrow(/DATABASE_OS_USER is no-such-user/);
  });
});
