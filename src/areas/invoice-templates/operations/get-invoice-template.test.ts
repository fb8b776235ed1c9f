import { describe, expect, it } from 'vitest';
import { expectRejected } from '#test/borders.ts';
import { CONTENT, makeTemplate } from '#test/examples/invoice-templates.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const get = (id: string, query = '') => service.sandbox.get(`/ext/v1/invoice_templates/${id}${query}`);

describe('getInvoiceTemplate', () => {
  it('200 with the newest version, or the one that is requested', async () => {
    const id = await makeTemplate(service.sandbox, 'House');
    await service.sandbox.must.patch(`/ext/v1/invoice_templates/${id}`, { content: {} });
    expect((await get(id)).body).toMatchObject({ id, version: 2, content: {} });
    expect((await get(id, '?version=2')).body.content).toEqual({});
    expect((await get(id, '?version=1')).body).toMatchObject({ version: 1, content: CONTENT });
  });

  it('404 for an unknown template or version, 400 for a version that is none', async () => {
    const id = await makeTemplate(service.sandbox, 'House');
    expectRejected(await get('itpl.none'), 404, 'invoice template itpl.none not found');
    expectRejected(await get(id, '?version=2'), 404, `invoice template ${id} has no version 2`);
    expect((await get(id, '?version=0')).status).toBe(400);
    expect((await service.production.get(`/ext/v1/invoice_templates/${id}`)).status).toBe(404);
  });
});
