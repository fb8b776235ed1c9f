import { describe, expect, it } from 'vitest';
import { importFile, upload } from '#test/import-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

describe('GET /ext/v1/imports', () => {
  it('200, the newest first, of a type and status', async () => {
    await service.sandbox.setClock('2030-01-01T00:00:00Z');
    const { done: first } = await importFile(service, service.sandbox, {
      type: 'ACCOUNTS',
      content: 'id\n1\n',
    });
    await service.sandbox.setClock('2030-01-01T00:00:01Z');
    const { done: second } = await importFile(service, service.sandbox, {
      type: 'EVENTS',
      content: '' + 'x\n',
    });
    const fileId = await upload(service, service.sandbox, 'id\n1\n');
    await service.sandbox.setClock('2030-01-01T00:00:02Z');
    const third = await service.sandbox.must.post('/ext/v1/imports', { type: 'ACCOUNTS', fileId });
    const list = async (query: string) => {
      const { data } = await service.sandbox.must.get(`/ext/v1/imports${query}`);
      return data.map(({ id }: { id: string }) => id);
    };
    expect(await list('')).toEqual([third.id, second.id, first.id]);
    expect(await list('?type=ACCOUNTS')).toEqual([third.id, first.id]);
    expect(await list('?status=FAILED')).toEqual([second.id]);
    expect((await service.sandbox.get('/ext/v1/imports?status=GONE')).status).toBe(400);
  });
});
