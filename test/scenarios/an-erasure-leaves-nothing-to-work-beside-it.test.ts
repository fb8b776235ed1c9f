import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#platform/db/database.ts';
import { hashBody, storeResponse, takeIdempotencyKey } from '#platform/db/idempotency.ts';
import { type FileStorage, StorageFault } from '#platform/files/storage.ts';
import { seal } from '#test/audit-log.ts';
import { countWaiting } from '#test/count-waiting.ts';
import { endPauses } from '#test/end-pauses.ts';
import { runImports, upload } from '#test/import-scenario.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';
import { searchFiles, searchTables } from '#test/search-everything.ts';
import { watchRows } from '#test/stored-rows.ts';

const folder = mkdtempSync(join(tmpdir(), 'tallymark-test-'));
const service = useService({ DATA_DIR: folder });
const NAME = 'Erika Xqa';
const EMAIL = 'erika.xqb@x.example';
const TEXTS = [NAME, EMAIL];
let made = 0;
let owner: pg.Client;
let client: Client;
let orgId: number;

beforeEach(async () => {
  const organization = `org-${++made}`;
  client = (await service.createOrganization(organization)).sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  const rows = await watchRows(service);
  orgId = await rows.orgId(organization);
  await rows.close();
  await client.must.post('/customers', { id: 'erika', name: NAME, primaryEmail: EMAIL, address: {} });
  await client.must.delete('/customers/erika');
  await client.settle();
  await seal(service, organization);
});
beforeAll(async () => {
  owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  rmSync(folder, { recursive: true, force: true });
});

const erase = () => client.post('/ext/v1/customers/erika/erase');
const filesOf = () => searchFiles(join(folder, 'files', 'org', String(orgId)), TEXTS).catch(() => []);
const tablesOf = () => searchTables(service.databaseUrl, { texts: TEXTS, orgId });
async function expectNothing(): Promise<void> {
  await client.settle();
  expect(await tablesOf()).toEqual([]);
  expect(await filesOf()).toEqual([]);
}

/** Lets the next call of a method of the storage do something before it goes on. */
function before(method: 'putFile' | 'remove', meanwhile: () => Promise<unknown> | undefined): void {
  const { files } = service.app.deployment as { files: FileStorage };
  const own = files[method].bind(files) as (...args: never[]) => Promise<void>;
  files[method] = async (...args: never[]) => {
    files[method] = own as never;
    await meanwhile();
    await own(...args);
  };
}

const CUSTOMERS = { baseDataSource: 'customers', selects: [{ columnName: 'name' }], limit: 100, sort: [] };

describe('a file that is written while a person is erased does not hold it', () => {
  it.each<[string, () => Promise<Reply['body']>]>([
    ['a report', () => client.must.post('/ext/v1/reports', { name: 'All', queryInput: CUSTOMERS })],
    ['an export of the audit log', () => client.must.post('/ext/v1/audit_log_exports', { format: 'CSV' })],
  ])('%s', async (_, run) => {
    await run();
    let erasing: Promise<Reply> | undefined;
    let isErased = false;
    before('putFile', async () => {
      erasing = erase();
      void erasing.then(() => {
        isErased = true;
      });
      await expect.poll(() => countWaiting(owner)).toBeGreaterThan(0);
      // It waits for whoever has read the person already.
      expect(isErased).toBe(false);
    });
    await client.settle();
    expect((await erasing)?.status).toBe(200);
    await expectNothing();
  });

  it('the response of a request that had begun', async () => {
    const { database } = service.app;
    let erasing: Promise<Reply> | undefined;
    await database.transaction({ orgId, access: 'write' }, async (tx) => {
      const request = { orgId, subject: 'key', operation: 'x', path: '/x', key: 'k', bodyHash: hashBody('') };
      await takeIdempotencyKey(tx, request);
      await storeResponse(tx, request, { status: 200, body: JSON.stringify({ name: NAME }) });
      erasing = erase();
      await expect.poll(() => countWaiting(owner)).toBeGreaterThan(0);
    });
    expect((await erasing)?.status).toBe(200);
    await expectNothing();
  });

  it('results of an import that were read before', async () => {
    const fileId = await upload(service, client, `id,name,customerId\nk1,Konto,${EMAIL}\n`);
    await client.must.post('/ext/v1/imports', { type: 'ACCOUNTS', fileId });
    let erasing: Reply | undefined;
    const { database } = service.app;
    const spied: Database = Object.create(database, {
      transaction: {
        value: async (scope: Parameters<Database['transaction']>[0], run: never) => {
          const found = scope.access === 'write' && !erasing ? await tablesOf() : [];
          if (found.some((each) => each.startsWith('import_rows.'))) {
            erasing = await erase();
            await client.settle();
          }
          return database.transaction(scope, run);
        },
      },
    });
    await runImports({ app: { ...service.app, database: spied } });
    expect(erasing?.status).toBe(200);
    await runImports(service);
    await expectNothing();
  });

  it('an import of a file with the person ends, and what it made of others stays', async () => {
    const fileId = await upload(
      service,
      client,
      `id,name,primaryEmail\nanna,Anna,anna@x.example\nerika,${NAME},${EMAIL}\n`,
    );
    const { id } = await client.must.post('/ext/v1/imports', { type: 'CUSTOMERS', fileId });
    expect((await erase()).status).toBe(200);
    await client.settle();
    await runImports(service);
    expect(await client.must.get(`/ext/v1/imports/${id}`)).toMatchObject({
      ...{
        status: 'FAILED',
        failureReason: expect.stringContaining('contained data of a person whose data were erased'),
      },
    });
    expect((await client.get('/customers/anna')).status).toBe(404);
    await expectNothing();
  });
});

describe('an erasure that is cut off', () => {
  it('goes on where it was, and knows until then what it looks for', async () => {
    await client.must.post('/ext/v1/reports', { name: 'All', queryInput: CUSTOMERS });
    await client.settle();
    expect(await filesOf()).not.toEqual([]);
    before('remove', () => {
      throw new StorageFault('the storage is away', { isAway: true });
    });
    expect((await erase()).status).toBe(200);
    await client.settle();
    expect(await filesOf()).not.toEqual([]);
    expect((await tablesOf()).map((found) => found.split(' ')[0])).toContain('erasures.texts');
    await endPauses(service, `org-${made}`);
    await client.settle();
    await expectNothing();
  });

  it('leaves everything as it was when its transaction has not ended, and is asked for again', async () => {
    const tables = await tablesOf();
    const { database } = service.app;
    const cut = Object.create(database, {
      transaction: {
        value: (scope: Parameters<Database['transaction']>[0], run: (tx: never) => Promise<unknown>) =>
          database.transaction(scope, async (tx) => {
            await run(tx as never);
            throw new Error('the process has ended');
          }),
      },
    });
    const { eraseCustomer } = await import('#areas/erasure/operations/erase-customer.ts');
    const org = { orgId, id: `org-${made}`, environment: 'sandbox' as const };
    const actor = { org, credentialId: 'key', portal: null, token: null };
    const context = { database: cut, org, actor, requestId: 'request' };
    const cutOff = eraseCustomer.handleLong?.(
      context as never,
      { params: { customer_id: 'erika' } } as never,
    );
    await expect(cutOff).rejects.toThrow('the process has ended');
    expect(await tablesOf()).toEqual(tables);
    expect((await erase()).status).toBe(200);
    await expectNothing();
  });
});
