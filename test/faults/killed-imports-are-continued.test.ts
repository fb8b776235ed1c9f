import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { type DyingProcess, startDying } from './dying-process.ts';
import { sabotagedFiles, sabotages } from './sabotage.ts';
import { steppedService } from './shared-build.ts';
import { useDatabases, useStand } from './stand.ts';
import { buildWithSteps } from './steps.ts';

const makeDatabase = useDatabases();
const stand = useStand();
const STEPS = [
  'rows of an import are made',
  'rows of an import are noted',
  'the results of an import are written',
  'bytes are stored',
];
/** In truth this takes until the lease of the lost process is over. */
const LEASES_OVER = 'update imports set next_attempt_at = now() where next_attempt_at is not null';

/** 250 accounts in three transactions, every tenth of them wrong. */
const ROWS = 250;
const isWrong = (row: number) => row % 10 === 0;
const FILE = [
  'id,name,customerId',
  ...Array.from({ length: ROWS }, (_, row) => `a${row},Account,${isWrong(row) ? 'nobody' : 'c'}`),
].join('\n');

async function upload(process: DyingProcess): Promise<string> {
  for (;;) {
    const link = (await process.call('POST', '/ext/v1/uploads')).body as unknown as Link;
    const sent = await fetch(link.uploadUrl, { method: 'PUT', body: FILE }).catch(() => null);
    if (sent?.ok) return link.fileId;
    await process.revive();
  }
}

interface Link {
  fileId: string;
  uploadUrl: string;
}

/** Imports the file into a service that dies at each of the steps once; returns what came of it. */
async function importWhileDying(home: string, steps: Set<string>) {
  const [database, dataDir] = [await makeDatabase(), await stand.directory()];
  const afterDeath = () => database.query(LEASES_OVER);
  const process = await startDying({ home, dataDir, databaseUrl: database.url, afterDeath }, steps);
  stand.later(() => process.kill());
  const customer = { id: 'c', name: 'Customer', primaryEmail: 'a@b.c', address: {} };
  await process.call('POST', '/customers', { ...customer, account: { id: 'first', name: 'First' } });
  const fileId = await upload(process);
  const { id } = (await process.call('POST', '/ext/v1/imports', { type: 'ACCOUNTS', fileId })).body;
  // It goes on while the service is started again four times.
  for (const end = performance.now() + 540_000; ; await sleep(50)) {
    await process.revive();
    const { body } = await process.call('GET', `/ext/v1/imports/${id}`);
    if (body.status === 'COMPLETED') return { ...(await readResults(body)), unreached: [...steps] };
    if (performance.now() > end) throw new Error(`the import did not end: ${JSON.stringify(body)}`);
  }
}

async function readResults(done: Record<string, never>) {
  const { createdRows, unchangedRows, failedRows, resultUrl } = done;
  const [, ...rows] = parse(await (await fetch(String(resultUrl))).text()) as string[][];
  return { createdRows, unchangedRows, failedRows, lines: rows.map(([line]) => Number(line)) };
}

const EACH_ONCE = {
  ...{ createdRows: 225, unchangedRows: 0, failedRows: 25, unreached: [] },
  lines: Array.from({ length: ROWS }, (_, row) => row + 2),
};

describe('SIGKILL at each step of an import', () => {
  it('every row is taken once, and every row has its result', async () => {
    const { home } = await steppedService();
    expect(await importWhileDying(home, new Set(STEPS))).toEqual(EACH_ONCE);
  }, 600_000);

  it.each(sabotages('notes rows in a transaction of their own'))(
    'a build that %s takes some twice',
    async (name) => {
      const home = await stand.directory();
      await buildWithSteps(home, await sabotagedFiles(name));
      const found = await importWhileDying(home, new Set(['rows of an import are made']));
      expect(found).toMatchObject({ createdRows: 135, unchangedRows: 90, unreached: [] });
    },
    600_000,
  );
});
