import { beforeAll, describe, expect, it } from 'vitest';
import { makeReport } from '#test/report-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
beforeAll(() => service.sandbox.setClock('2030-01-01T00:00:00Z'));
const remove = (id: string) => service.sandbox.delete(`/ext/v1/reports/${id}`);

describe('DELETE /ext/v1/reports/{report_id}', () => {
  it('200 and its file is gone with it', async () => {
    const { id, fileId } = await makeReport(service.sandbox, { reportTemplateId: 'USAGE' });
    expect(await remove(id)).toMatchObject({ status: 200, body: { success: true } });
    expect((await service.sandbox.get(`/ext/v1/reports/${id}`)).status).toBe(404);
    await service.sandbox.settle();
    expect((await service.sandbox.get(`/files/${fileId}/download_url`)).status).toBe(404);
  });

  it('200 and one that is queued is not written', async () => {
    const { id } = await service.sandbox.must.post('/ext/v1/reports', { reportTemplateId: 'USAGE' });
    await service.sandbox.must.delete(`/ext/v1/reports/${id}`);
    await service.sandbox.settle();
    expect((await service.sandbox.must.get('/reports?fetchFor=ALL')).data).toEqual([]);
  });

  it('404 for one that is gone or of another', async () => {
    const { id } = await makeReport(service.sandbox, { reportTemplateId: 'USAGE' });
    expect((await service.production.delete(`/ext/v1/reports/${id}`)).status).toBe(404);
    await remove(id);
    expect((await remove(id)).status).toBe(404);
  });
});
