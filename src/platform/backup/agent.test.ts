import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeSmallCluster, type SmallCluster } from '#test/small-cluster.ts';
import { type Agent, startAgent } from './agent.ts';
import { listWaiting } from './log-archiver.ts';
import { completeOf, listBackups } from './manifest.ts';
import { openTarget } from './target.ts';

let cluster: SmallCluster;
const lines: string[] = [];
const note = (level: string) => (details: unknown, message?: string) =>
  void lines.push(`${level} ${message ?? details} ${(details as { err?: Error }).err?.message ?? ''}`);
const logger = { info: note('info'), warn: note('warn'), error: note('error') } as never;

const start = (dataDir = cluster.dataDir): Promise<Agent> =>
  startAgent({
    ...{ settings: cluster.settings, dataDir, clusterPath: join(dataDir, 'pg'), logger },
    connection: cluster.source().embedded?.connection ?? {},
    ...{ areFilesInBucket: false, release: '0.1.0', verification: [] },
  });

const backups = async () => completeOf(await listBackups(openTarget(cluster.settings.target)));
const backedUp = (count: number) =>
  vi.waitFor(async () => expect(await backups()).toHaveLength(count), 60_000);

/** The database's own time, after a commit was acknowledged. */
async function pay(id: number): Promise<Temporal.Instant> {
  await cluster.query(`insert into payments values (${id})`);
  await sleep(20);
  const [row] = await cluster.query("select to_json(clock_timestamp() at time zone 'UTC') as at");
  await sleep(20);
  return Temporal.Instant.from(`${row?.at}Z`);
}

async function paymentsAt(at: Temporal.Instant | null): Promise<unknown> {
  const { dataDir } = await cluster.restore({ at });
  const [row] = await cluster.queryIn(dataDir, 'select array_agg(id order by id) as ids from payments');
  return row?.ids;
}

async function prepare(): Promise<void> {
  lines.length = 0;
  cluster = await makeSmallCluster();
  await cluster.query('create table payments (id int primary key); create table files (storage_key text)');
}

afterEach(() => cluster.remove());

describe('the archive of a database', () => {
  it('restores to an instant between two payments, and to its end', async () => {
    await prepare();
    const agent = await start();
    await backedUp(1);
    const instants = [];
    for (const id of [1, 2, 3]) {
      instants.push(await pay(id));
      if (id === 2) await cluster.query('select pg_switch_wal()');
    }
    await agent.stop(20_000);
    expect(await paymentsAt(instants[0] ?? null)).toEqual([1]);
    expect(await paymentsAt(instants[1] ?? null)).toEqual([1, 2]);
    expect(await paymentsAt(null)).toEqual([1, 2, 3]);
    expect(lines.filter((line) => !line.startsWith('info'))).toEqual([]);
  });

  it('has the files that a row refers to, whenever it is restored to', async () => {
    await prepare();
    const agent = await start();
    await backedUp(1);
    const store = async (key: string) => {
      await mkdir(join(cluster.dataDir, 'files/org'), { recursive: true });
      await writeFile(join(cluster.dataDir, 'files', key), key);
      await cluster.query(`insert into files values ('${key}')`);
    };
    await store('org/a.pdf');
    const at = await pay(1);
    await store('org/b.pdf');
    await agent.stop(20_000);
    const { dataDir, missing } = await cluster.restore({ at });
    expect([await readdir(join(dataDir, 'files/org')), missing]).toEqual([['a.pdf'], []]);
    const last = await cluster.restore();
    expect([last.files, last.missing]).toEqual([2, []]);
  });

  it('goes on after a restore: each instant belongs to the history that was live then', async () => {
    await prepare();
    let agent = await start();
    await backedUp(1);
    const first = await pay(1);
    const second = await pay(2);
    await agent.stop(20_000);
    const { dataDir } = await cluster.restore({ at: first });
    await cluster.stop();
    // As an operator does: the old folder is moved away.
    await rename(cluster.dataDir, join(cluster.folder, 'lost'));
    await rename(dataDir, cluster.dataDir);
    await cluster.start();
    agent = await start();
    await backedUp(2);
    const third = await pay(3);
    await agent.stop(20_000);
    expect((await backups()).map(({ database }) => database?.timeline)).toEqual([1, 2]);
    expect(await paymentsAt(third)).toEqual([1, 3]);
    expect(await paymentsAt(second)).toEqual([1, 2]);
    expect(await paymentsAt(null)).toEqual([1, 3]);
  });
});

describe('a target that is away', () => {
  it('is said once, the log is kept, and archived when it is back', async () => {
    await prepare();
    const agent = await start();
    await backedUp(1);
    await rename(cluster.targetDir, `${cluster.targetDir}-away`);
    const at = await pay(1);
    await cluster.query('select pg_switch_wal()');
    const said = () => lines.filter((line) => line.startsWith('error the write-ahead log'));
    await vi.waitFor(() => expect(said()).not.toEqual([]), 10_000);
    await sleep(2_500);
    expect(said()).toEqual([expect.stringMatching(/cannot be archived.*target is not there\. Mount it/)]);
    expect(await listWaiting(join(cluster.dataDir, 'pg'))).not.toEqual([]);
    await rename(`${cluster.targetDir}-away`, cluster.targetDir);
    await vi.waitFor(async () => expect(await listWaiting(join(cluster.dataDir, 'pg'))).toEqual([]), 20_000);
    expect(lines).toContainEqual(expect.stringContaining('info the write-ahead log is archived again'));
    await agent.stop(20_000);
    expect(await paymentsAt(at)).toEqual([1]);
  });
});

describe('two services with one target', () => {
  it('the second one archives nothing, and says which one does', async () => {
    await prepare();
    const agent = await start();
    await backedUp(1);
    const path = join(cluster.targetDir, 'owner.json');
    const owner = JSON.parse(await readFile(path, 'utf8'));
    await writeFile(path, JSON.stringify({ ...owner, instance: 'another', host: 'old-host', pid: 77 }));
    await pay(1);
    await cluster.query('select pg_switch_wal()');
    const said = /Another service archives to BACKUP_TARGET .*: process 77 on old-host.*Stop it, or give/;
    await vi.waitFor(() => expect(lines).toContainEqual(expect.stringMatching(said)), 10_000);
    expect(await listWaiting(join(cluster.dataDir, 'pg'))).not.toEqual([]);
    await writeFile(path, JSON.stringify({ ...owner, instance: 'another', isReleased: true }));
    await vi.waitFor(async () => expect(await listWaiting(join(cluster.dataDir, 'pg'))).toEqual([]), 20_000);
    await agent.stop(20_000);
  });
});
