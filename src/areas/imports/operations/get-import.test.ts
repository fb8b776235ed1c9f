import { describe, expect, it } from 'vitest';
import { importFile, upload } from '#test/import-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

describe('GET /ext/v1/imports/{import_id}', () => {
  it('200 with what is requested, before it has begun', async () => {
    const fileId = await upload(service, service.production, 'id\n1\n');
    const { id } = await service.production.must.post('/ext/v1/imports', { type: 'ACCOUNTS', fileId });
    const { status, body } = await service.production.get(`/ext/v1/imports/${id}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      ...{ id, type: 'ACCOUNTS', status: 'QUEUED', fileId, dryRun: false, takenRows: 0, createdRows: 0 },
      ...{ delimiter: ',', defaults: {} },
      ...{ unchangedRows: 0, failedRows: 0, createdAt: body.createdAt, updatedAt: body.createdAt },
    });
  });

  it('200 with the columns and defaults that were sent', async () => {
    const fileId = await upload(service, service.production, 'No;Town\n');
    const terms = { delimiter: ';', columns: { No: 'id', Town: 'address.city' }, defaults: { name: 'X' } };
    const { id } = await service.production.must.post('/ext/v1/imports', {
      type: 'ACCOUNTS',
      fileId,
      ...terms,
    });
    expect(await service.production.must.get(`/ext/v1/imports/${id}`)).toMatchObject(terms);
  });

  it('200 without a link when the results are gone, after 30 days', async () => {
    await service.sandbox.setClock('2030-01-01T00:00:00Z');
    const { done } = await importFile(service, service.sandbox, { type: 'ACCOUNTS', content: 'id\n1\n' });
    expect(done.resultUrl).toContain(done.resultFileId);
    await service.sandbox.setClock('2030-01-31T00:00:00Z');
    const { resultUrl, resultFileId } = await service.sandbox.must.get(`/ext/v1/imports/${done.id}`);
    expect([resultUrl, resultFileId]).toEqual([undefined, done.resultFileId]);
    expect((await service.sandbox.get(`/files/${resultFileId}`)).status).toBe(404);
  });

  it('404 for none', async () => {
    const { status, body } = await service.sandbox.get('/ext/v1/imports/import.none');
    expect([status, body.message]).toEqual([404, 'import import.none not found']);
  });
});
