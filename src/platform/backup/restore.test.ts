import { mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSmallCluster, type SmallCluster } from '#test/small-cluster.ts';
import { makeKeys } from './encryption.ts';
import type { Manifest } from './manifest.ts';

let cluster: SmallCluster;
let backup: Manifest;

beforeAll(async () => {
  cluster = await makeSmallCluster();
  await cluster.query('create table payments (id int primary key); create table files (storage_key text)');
  await cluster.query('insert into payments select generate_series(1, 1000)');
  await cluster.query("insert into files values ('org/1/invoice/a.pdf'), ('org/1/invoice/never-stored')");
  await mkdir(join(cluster.dataDir, 'files/org/1/invoice'), { recursive: true });
  await writeFile(join(cluster.dataDir, 'files/org/1/invoice/a.pdf'), 'a paper');
  await writeFile(join(cluster.dataDir, 'files/org/1/invoice/b.1.2.tmp'), 'half a pa');
  await writeFile(join(cluster.dataDir, 'credentials.json'), '{"apiKey":"first"}');
  backup = await cluster.backUp();
});
afterAll(() => cluster.remove());

const COUNT = 'select count(*)::int as payments from payments';

describe('a restore', () => {
  it('has the rows, the files and the first keys as they were', async () => {
    const { dataDir, files, missing } = await cluster.restore();
    expect(await cluster.queryIn(dataDir, COUNT)).toEqual([{ payments: 1000 }]);
    expect([files, missing]).toEqual([1, ['org/1/invoice/never-stored']]);
    expect(await readFile(join(dataDir, 'files/org/1/invoice/a.pdf'), 'utf8')).toBe('a paper');
    expect(await readFile(join(dataDir, 'credentials.json'), 'utf8')).toContain('first');
    expect((await readdir(dataDir)).sort()).toEqual(['credentials.json', 'files', 'pg', 'pg.socket']);
    expect((await stat(dataDir)).mode & 0o077).toBe(0);
  });

  it('is consistent although rows are written while the backup runs', async () => {
    let isOver = false;
    const writing = (async () => {
      for (let id = 2000; !isOver; id++)
        await cluster.query(
          `insert into payments values (${id}); update payments set id = id where id % 7 = 0`,
        );
    })();
    const { id } = await cluster.backUp().finally(() => {
      isOver = true;
    });
    await writing;
    const { dataDir } = await cluster.restore({ backupId: id });
    const ids = 'select count(*)::int - (max(id) - 2000 + 1001) as gaps from payments where true';
    expect(await cluster.queryIn(dataDir, ids)).toEqual([{ gaps: 0 }]);
  });

  it('is not readable without a key', async () => {
    for (const { key } of backup.database?.parts ?? []) {
      const text = await readFile(join(cluster.targetDir, key), 'latin1');
      expect(text.slice(0, 21)).toBe('age-encryption.org/v1');
      expect(text).not.toContain('PG_VERSION');
    }
  });
});

describe('a backup that cannot be restored', () => {
  const intoNew = (name: string) => join(cluster.folder, name);
  const damaged = async (change: (path: string) => Promise<unknown>) => {
    const path = join(cluster.targetDir, backup.database?.parts[0]?.key ?? '');
    const whole = await readFile(path);
    await change(path);
    const dataDir = intoNew('damaged');
    const failure = await cluster.restore({ dataDir, backupId: backup.id }).then(String, String);
    await writeFile(path, whole);
    return { failure, left: await readdir(dataDir).catch(() => []) };
  };

  it.each([
    ['was cut short', (path: string) => truncate(path, 1000), 'was cut short'],
    ['was changed', (path: string) => change(path, 5000), 'was changed: the checksum of'],
    ['is missing', (path: string) => rm(path), 'is missing'],
  ])('because a part %s is refused, and leaves nothing', async (_, how, said) => {
    const { failure, left } = await damaged(how);
    expect(failure).toContain(said);
    expect(failure).toContain('--backup ID');
    expect(left).toEqual([]);
  });

  it('because its manifest never came does not exist', async () => {
    const id = '20300101T000000000Z-abcdef';
    await mkdir(join(cluster.targetDir, 'bases', id));
    await writeFile(join(cluster.targetDir, 'bases', id, 'base-000001'), 'half');
    await expect(cluster.restore({ backupId: id })).rejects.toThrow(`no usable backup ${id}`);
  });

  it('with the wrong key, and with none', async () => {
    const { identity } = await makeKeys();
    const other = { ...cluster.settings, identities: [identity] };
    const dataDir = intoNew('wrong-key');
    await expect(cluster.restore({ settings: other, dataDir })).rejects.toThrow(
      'is not a key of this backup',
    );
    const none = { ...cluster.settings, identities: [] };
    await expect(cluster.restore({ settings: none, dataDir })).rejects.toThrow('set BACKUP_IDENTITY_FILE');
    expect(await readdir(dataDir).catch(() => [])).toEqual([]);
  });

  it('over a database, in use or not, or over other files', async () => {
    await expect(cluster.restore({ dataDir: cluster.dataDir })).rejects.toThrow(/is in use \(process \d+\)/);
    const dataDir = intoNew('kept');
    await mkdir(join(dataDir, 'pg'), { recursive: true });
    await expect(cluster.restore({ dataDir })).rejects.toThrow('already has a database');
    await rm(join(dataDir, 'pg'), { recursive: true });
    await writeFile(join(dataDir, 'notes.txt'), 'mine');
    await expect(cluster.restore({ dataDir })).rejects.toThrow('is not empty (notes.txt)');
    expect(await readdir(dataDir)).toEqual(['notes.txt']);
  });

  it('before the first backup, and after the end of the archive', async () => {
    const at = (text: string) => cluster.restore({ at: Temporal.Instant.from(text) });
    await expect(at('2020-01-01T00:00:00Z')).rejects.toThrow(`the first backup is of ${backup.finishedAt}`);
    await expect(at('2999-01-01T00:00:00Z')).rejects.toThrow(/the archive ends at 20.* leave out --at/);
  });
});

describe('a target', () => {
  it('of another database is refused', async () => {
    const other = await makeSmallCluster();
    try {
      const settings = { ...other.settings, target: cluster.settings.target };
      const { makeBackup } = await import('./make-backup.ts');
      await expect(makeBackup(settings, other.source())).rejects.toThrow('has backups of another database');
    } finally {
      await other.remove();
    }
  });
});

async function change(path: string, at: number): Promise<void> {
  const bytes = await readFile(path);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  await writeFile(path, bytes);
}
