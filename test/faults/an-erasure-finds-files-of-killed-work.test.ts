import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bucket, settingsFor, startBucket } from '#test/s3-look-alike.ts';
import { searchFiles } from '#test/search-everything.ts';
import { type DyingProcess, startDying } from './dying-process.ts';
import { steppedService } from './shared-build.ts';
import { useDatabases, useStand } from './stand.ts';

const makeDatabase = useDatabases();
const stand = useStand();
let bucket: Bucket;
beforeAll(async () => {
  bucket = await startBucket();
});
afterAll(() => bucket.stop());

const NAME = 'Erika Xqa';
const CUSTOMERS = { baseDataSource: 'customers', selects: [{ columnName: 'name' }], limit: 100, sort: [] };

const inFolder = (dataDir: string) => searchFiles(join(dataDir, 'files'), [NAME]);
const inBucket = async () =>
  [...bucket.objects].flatMap(([key, bytes]) =>
    String(bytes).includes(NAME) ? [`${key.split('/').at(-2)} ${NAME}`] : [],
  );

async function until(isTrue: () => Promise<boolean>, what: string): Promise<void> {
  for (const end = performance.now() + 120_000; !(await isTrue()); await sleep(20))
    if (performance.now() > end) throw new Error(`waited two minutes for ${what}`);
}

/** Asks for a report of all customers; the process dies when it has stored the file, and stays dead. */
async function dieWithReport(running: DyingProcess, hasFile: () => Promise<boolean>): Promise<void> {
  await running.call('POST', '/customers', { id: 'erika', name: NAME, primaryEmail: 'a@b.c', address: {} });
  await running.call('POST', '/ext/v1/reports', { name: 'All', queryInput: CUSTOMERS });
  await until(hasFile, 'the file of the report');
}

describe('SIGKILL between storing a file and its row', () => {
  it.each<[string, () => Record<string, string>, (dataDir: string) => Promise<string[]>]>([
    ['a folder', () => ({}), inFolder],
    ['a bucket', () => settingsFor(bucket), inBucket],
  ])(
    'in %s: an erasure that was asked for later removes the bytes',
    async (_, settings, search) => {
      const { home } = await steppedService();
      const [database, dataDir] = [await makeDatabase(), await stand.directory()];
      await mkdir(join(dataDir, 'files'), { recursive: true });
      const steps = new Set(['bytes are stored']);
      const options = { home, dataDir, databaseUrl: database.url, settings: settings() };
      const running = await startDying(options, steps);
      stand.later(() => running.kill());
      await dieWithReport(running, async () => (await search(dataDir)).length > 0);
      await until(async () => {
        await running.revive();
        return steps.size === 0;
      }, 'the death of the process');
      // The piece is done again, and its report is the only file with a row.
      await running.call('DELETE', '/customers/erika');
      const { status } = await running.call('POST', '/ext/v1/customers/erika/erase');
      expect(status).toBe(200);
      const isSwept = async () =>
        (await database.query('select from erasures where completed_at is null')).length === 0;
      await until(isSwept, 'the end of the sweep');
      expect(await search(dataDir)).toEqual([]);
    },
    300_000,
  );
});
