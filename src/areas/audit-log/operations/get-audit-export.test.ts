import { beforeAll, describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
let id: string;
beforeAll(async () => {
  await service.sandbox.setClock('2030-01-01T00:00:00Z');
  ({ id } = await service.sandbox.must.post('/ext/v1/audit_log_exports', { format: 'NDJSON' }));
});

describe('GET /ext/v1/audit_log_exports/{audit_export_id}', () => {
  it('200 from queued to completed, until the file is gone after 30 days', async () => {
    const { must } = service.sandbox;
    const path = `/ext/v1/audit_log_exports/${id}`;
    expect(await must.get(path)).toEqual({
      ...{ id, format: 'NDJSON', filters: {}, afterNumber: 0, status: 'QUEUED' },
      ...{ createdAt: '2030-01-01T00:00:00.000Z', updatedAt: '2030-01-01T00:00:00.000Z' },
    });
    await service.sandbox.settle();
    const { downloadUrl, fileId, ...made } = await must.get(path);
    expect(made).toMatchObject({ status: 'COMPLETED', entryCount: 0, lastNumber: 0, isComplete: true });
    expect(downloadUrl).toMatch(/^http/);
    await service.sandbox.setClock('2030-01-31T00:00:00Z');
    const later = await must.get(path);
    expect([later.status, later.fileId, 'downloadUrl' in later]).toEqual(['COMPLETED', fileId, false]);
    expect((await service.sandbox.get(`/files/${fileId}`)).status).toBe(404);
  });

  it('404 for an id that nobody has, and in the other environment', async () => {
    for (const [caller, requested] of [
      [service.sandbox, 'auditexp.nobody'],
      [service.production, id],
    ] as const)
      expect(await caller.get(`/ext/v1/audit_log_exports/${requested}`)).toMatchObject({
        ...{ status: 404, body: { message: `audit export ${requested} not found` } },
      });
  });
});
