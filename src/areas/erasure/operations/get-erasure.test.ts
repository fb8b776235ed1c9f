import { beforeAll, describe, expect, it } from 'vitest';
import { keepFile } from '#areas/files/index.ts';
import { realNow } from '#platform/db/clock.ts';
import { listOrgs } from '#platform/db/orgs.ts';
import { type FileStorage, StorageFault } from '#platform/files/storage.ts';
import { endPauses } from '#test/end-pauses.ts';
import { asSandbox } from '#test/metering-scenario.ts';
import { makeReport } from '#test/report-scenario.ts';
import { type Client, client as clientOf, type Reply, useService } from '#test/running-app.ts';

const service = useService();
let sandbox: Client;
const CUSTOMERS = { baseDataSource: 'customers', selects: [{ columnName: 'name' }], limit: 100, sort: [] };

beforeAll(async () => {
  sandbox = service.sandbox;
  await sandbox.setClock('2030-01-01T00:00:00Z');
});

/** A customer with an account and a contact, archived, whose name stands in a report. */
async function archive(id: string): Promise<string> {
  const customer = { id, name: `Erika ${id}`, primaryEmail: `${id}@x.example`, address: {} };
  await sandbox.must.post('/customers', { ...customer, account: { id: `konto-${id}`, name: 'Konto' } });
  const contact = { name: `Otto ${id}`, email: `otto.${id}@x.example` };
  const { username } = await sandbox.must.post(`/customers/${id}/contacts`, contact);
  await makeReport(sandbox, { name: 'All', queryInput: CUSTOMERS });
  await sandbox.must.delete(`/accounts/konto-${id}`);
  await sandbox.must.delete(`/customers/${id}`);
  await sandbox.settle();
  return username;
}

const erase = (id: string): Promise<Reply['body']> => sandbox.must.post(`/ext/v1/customers/${id}/erase`);
const read = (id: string): Promise<Reply['body']> => sandbox.must.get(`/ext/v1/erasures/${id}`);

/** The storage does not delete files until it is told to. */
async function whileAway(run: () => Promise<void>): Promise<void> {
  const { files } = service.app.deployment as { files: FileStorage };
  const { remove } = files;
  files.remove = () => Promise.reject(new StorageFault('the storage is away', { isAway: true }));
  try {
    await run();
  } finally {
    files.remove = remove;
  }
}

describe('GET /ext/v1/erasures/{erasure_id}', () => {
  it('200 COMPLETED with what was erased, when all was searched', async () => {
    await archive('a');
    const { erasureId, ...counts } = await erase('a');
    expect(counts).toEqual({ customerId: 'a', accounts: 1, contacts: 1 });
    await sandbox.settle();
    expect(await read(erasureId)).toEqual({
      ...{ id: erasureId, customerId: 'a', status: 'COMPLETED', accounts: 1, contacts: 1, deletedFiles: 1 },
      ...{ startedAt: '2030-01-01T00:00:00.000Z', completedAt: '2030-01-01T00:00:00.000Z' },
    });
  });

  it('200 RUNNING as long as a file cannot be deleted; completedAt is the time that it was', async () => {
    await archive('b');
    let erasureId = '';
    await whileAway(async () => {
      ({ erasureId } = await erase('b'));
      await sandbox.settle();
      expect(await read(erasureId)).toEqual({
        ...{ id: erasureId, customerId: 'b', status: 'RUNNING', accounts: 1, contacts: 1, deletedFiles: 0 },
        startedAt: '2030-01-01T00:00:00.000Z',
      });
      const { data } = await sandbox.must.get('/ext/v1/scheduled_work');
      expect(data).toMatchObject([{ kind: 'erasure.sweep' }]);
    });
    await endPauses(service);
    await sandbox.settle();
    expect(await read(erasureId)).toMatchObject({
      ...{ status: 'COMPLETED', deletedFiles: 1, startedAt: '2030-01-01T00:00:00.000Z' },
      // The clock of the sandbox has stood still meanwhile.
      completedAt: '2030-01-01T00:00:00.000Z',
    });
  });

  it('200 with the time at which the search was over, not that for which it was planned', async () => {
    const { production, app } = service;
    await production.must.post('/customers', {
      id: 'p',
      name: 'Pia',
      primaryEmail: 'p@x.example',
      address: {},
    });
    await production.must.delete('/customers/p');
    const { erasureId } = await production.must.post('/ext/v1/customers/p/erase');
    const [org] = (await listOrgs(app.database)).filter(({ environment }) => environment === 'production');
    if (!org) throw new Error('there is no production');
    await app.scheduledWork.runUntil(org, realNow());
    const { status, startedAt, completedAt } = await production.must.get(`/ext/v1/erasures/${erasureId}`);
    expect([status, completedAt > startedAt]).toEqual(['COMPLETED', true]);
  });

  it('200 counts a file that a failed transaction has left', async () => {
    await archive('d');
    const { deployment } = service.app;
    const file = { kind: 'REPORT', ownerId: 'x', name: 'x.csv', contentType: 'text/csv' } as const;
    const failed = asSandbox(service, async (tx, org) => {
      await keepFile({ tx, org, deployment }, { ...file, bytes: Buffer.from('x'), now: realNow() });
      throw new Error('the process has ended');
    });
    await expect(failed).rejects.toThrow('the process has ended');
    const { erasureId } = await erase('d');
    await sandbox.settle();
    // The report of all customers, and what was left.
    expect(await read(erasureId)).toMatchObject({ status: 'COMPLETED', deletedFiles: 2 });
  });

  it('200 of a contact alone, with its name', async () => {
    const username = await archive('c');
    const path = `/ext/v1/customers/c/contacts/${username}/erase`;
    const { erasureId } = await sandbox.must.post(path);
    await sandbox.settle();
    expect(await read(erasureId)).toMatchObject({ username, status: 'COMPLETED', accounts: 0, contacts: 1 });
  });

  it('403 without org:read, 404 for another id and for others', async () => {
    const { secret } = await sandbox.must.post('/ext/v1/api_keys', {
      ...{ name: 'x', scopes: ['customers:read', 'customers:write'] },
    });
    const [{ id }] = (await sandbox.must.get('/ext/v1/erasures')).data;
    const caller = clientOf(service.app, '/sandbox', secret);
    expect((await caller.get(`/ext/v1/erasures/${id}`)).status).toBe(403);
    expect((await sandbox.get('/ext/v1/erasures/none')).status).toBe(404);
    expect((await service.production.get(`/ext/v1/erasures/${id}`)).status).toBe(404);
  });
});
