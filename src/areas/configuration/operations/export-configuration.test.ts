import { beforeAll, describe, expect, it } from 'vitest';
import { documentOf, exported } from '#test/configuration-scenario.ts';
import { makeTemplate, PIXEL_PNG } from '#test/examples/invoice-templates.ts';
import { type Client, client, useService } from '#test/running-app.ts';

const service = useService();
let sandbox: Client;
beforeAll(() => {
  ({ sandbox } = service);
});

async function keyWith(scopes: string[]): Promise<Client> {
  const { secret } = await sandbox.must.post('/ext/v1/api_keys', { name: 'x', scopes });
  return client(service.app, '/sandbox', secret);
}

describe('GET /ext/v1/configuration', () => {
  it('200 in the order of names, whatever the order in which things were made', async () => {
    for (const name of ['b', 'a', 'C', 'ä']) await sandbox.must.post('/addons', { name, type: 'LICENSE' });
    const { addOns } = await documentOf(sandbox);
    expect(addOns.map(({ name }: { name: string }) => name)).toEqual(['C', 'a', 'b', 'ä']);
  });

  it('200 without what is archived', async () => {
    const { id } = await sandbox.must.post('/addons', { name: 'gone', type: 'LICENSE' });
    const meter = await sandbox.must.post('/usage_meters', {
      name: 'gone',
      type: 'COUNTER',
      aggregation: 'COUNT',
    });
    const setting = { namespace: 'USER', id: 'gone', name: 'Gone', value: 'x', dataType: 'STRING' };
    await sandbox.must.post('/settings', { ...setting, entityType: 'ADD_ON', entityId: id });
    expect(await exported(sandbox)).toContain('gone');
    await sandbox.must.delete(`/addons/${id}`);
    await sandbox.must.delete(`/usage_meters/${meter.id}`);
    expect(await exported(sandbox)).not.toContain('gone');
  });

  it('200 with the active version of a plan and not with the draft beside it', async () => {
    const { id } = await sandbox.must.post('/v2/price_plans', {
      ...{ name: 'Kept', description: 'old', type: 'PURCHASE', supportedCurrencies: ['USD'] },
    });
    expect((await documentOf(sandbox)).pricePlans[0]).toMatchObject({ name: 'Kept', status: 'DRAFT' });
    await sandbox.must.post(`/v2/price_plans/${id}/finalize`, {});
    await sandbox.must.patch(`/v2/price_plans/${id}`, { description: 'new' });
    expect((await documentOf(sandbox)).pricePlans).toEqual([
      expect.objectContaining({ description: 'old', status: 'ACTIVE' }),
    ]);
  });

  it('200 and says of a template that it has a logo, which stays where it is', async () => {
    const { fileId } = await sandbox.must.post('/ext/v1/invoice_templates/logos', { content: PIXEL_PNG });
    await makeTemplate(sandbox, 'With logo', { logoFileId: fileId, language: 'de' });
    const text = await exported(sandbox);
    expect(text).toContain('{"name":"With logo","hasLogo":true,"content":{"language":"de"}}');
    expect(text).not.toContain(fileId);
  });

  it('400 while two templates have one name', async () => {
    const id = await makeTemplate(sandbox, 'Twice');
    await makeTemplate(sandbox, 'Twice');
    const { status, body } = await sandbox.get('/ext/v1/configuration');
    expect([status, body.message]).toEqual([
      400,
      'several objects are named invoice template Twice, but names must be unique in a document; ' +
        'rename all but one',
    ]);
    await sandbox.must.patch(`/ext/v1/invoice_templates/${id}`, { name: 'Once' });
    expect(await exported(sandbox)).toContain('Once');
  });

  it.each([
    [['plans:read', 'settings:read']],
    [['catalog:read', 'settings:read']],
    [['catalog:read', 'plans:read']],
  ])('403 with %s alone', async (scopes) => {
    expect((await (await keyWith(scopes)).get('/ext/v1/configuration')).status).toBe(403);
  });

  it('200 with all three', async () => {
    const reader = await keyWith(['catalog:read', 'plans:read', 'settings:read']);
    expect((await reader.get('/ext/v1/configuration')).status).toBe(200);
  });
});
