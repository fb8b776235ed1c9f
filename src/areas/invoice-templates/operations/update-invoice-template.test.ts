import { describe, expect, it } from 'vitest';
import { expectRejected } from '#test/borders.ts';
import { CONTENT, makeTemplate } from '#test/examples/invoice-templates.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const path = (id: string) => `/ext/v1/invoice_templates/${id}`;

describe('updateInvoiceTemplate', () => {
  it('200 with the next version; the one before is kept', async () => {
    const id = await makeTemplate(service.sandbox, 'House');
    const { status, body } = await service.sandbox.patch(path(id), { content: { language: 'fr' } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, name: 'House', version: 2, content: { language: 'fr' } });
    expect(body.content).toEqual({ language: 'fr' });
    const before = await service.sandbox.must.get(`${path(id)}?version=1`);
    expect(before).toMatchObject({ version: 1, content: CONTENT });
  });

  it('200 with the same version for a new name, and for nothing', async () => {
    const id = await makeTemplate(service.sandbox, 'House');
    expect((await service.sandbox.must.patch(path(id), { name: 'Home' })).version).toBe(1);
    expect(await service.sandbox.must.patch(path(id))).toMatchObject({ name: 'Home', version: 1 });
  });

  it('200 for each of two that come at once, with a version of its own', async () => {
    const id = await makeTemplate(service.sandbox, 'House');
    const replies = await Promise.all(
      ['de', 'fr'].map((language) => service.sandbox.patch(path(id), { content: { language } })),
    );
    expect(replies.map(({ body }) => body.version).sort()).toEqual([2, 3]);
  });

  it('400 for a content that cannot be printed, and nothing is changed', async () => {
    const id = await makeTemplate(service.sandbox, 'House');
    const reply = await service.sandbox.patch(path(id), { content: { texts: { footer: '{{ a | b }}' } } });
    expectRejected(reply, 400, 'content.texts.footer: line 1, column 1: undefined filter: b');
    expect((await service.sandbox.must.get(path(id))).version).toBe(1);
  });

  it('400 when it is archived', async () => {
    const id = await makeTemplate(service.sandbox, 'House');
    await service.sandbox.must.delete(path(id));
    const reply = await service.sandbox.patch(path(id), { name: 'x' });
    expectRejected(reply, 400, `invoice template ${id} is archived; create a new one`);
  });

  it('404 for an unknown one', async () => {
    const reply = await service.sandbox.patch(path('itpl.none'), { name: 'x' });
    expectRejected(reply, 404, 'invoice template itpl.none not found');
  });
});
