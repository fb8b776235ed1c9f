import { expect, it } from 'vitest';
import { makeTemplate } from '#test/examples/invoice-templates.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const list = async (query = '') =>
  (await service.sandbox.must.get(`/ext/v1/invoice_templates${query}`)).data.map(
    ({ name }: { name: string }) => name,
  );

it('200 with the newest first, by status and by words of the name', async () => {
  await service.sandbox.setClock('2030-01-01T00:00:00Z');
  const first = await makeTemplate(service.sandbox, 'Old paper', {});
  await service.sandbox.setClock('2030-01-02T00:00:00Z');
  await makeTemplate(service.sandbox, 'New paper', {});
  await service.sandbox.must.delete(`/ext/v1/invoice_templates/${first}`);
  expect(await list()).toEqual(['New paper', 'Old paper']);
  expect(await list('?status=ARCHIVED')).toEqual(['Old paper']);
  expect(await list('?_search=new')).toEqual(['New paper']);
  expect((await service.sandbox.get('/ext/v1/invoice_templates?status=GONE')).status).toBe(400);
});
