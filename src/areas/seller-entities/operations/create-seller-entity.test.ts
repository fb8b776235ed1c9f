import { describe, expect, it } from 'vitest';
import { PIXEL_PNG } from '#test/examples/invoice-templates.ts';
import { makeSellerEntity, RECORD } from '#test/examples/seller-entities.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const PATH = '/ext/v1/organization/seller_entities';
const create = (body: unknown) => service.sandbox.post(PATH, body);
const defaults = async () => {
  const { data } = await service.sandbox.must.get(PATH);
  return (data as { id: string; isDefault: boolean }[]).flatMap(({ id, isDefault }) =>
    isDefault ? [id] : [],
  );
};

describe('POST /ext/v1/organization/seller_entities', () => {
  it('201 and the record; of those that come first at one instant one is the default', async () => {
    const { sandbox } = service;
    const { fileId: logoFileId } = await sandbox.must.post('/ext/v1/invoice_templates/logos', {
      content: PIXEL_PNG,
    });
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => create({ ...RECORD, logoFileId, isDefault: false })),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(responses[0]?.body).toEqual({
      ...{ ...RECORD, logoFileId, id: expect.stringMatching(/^brec\./), isDefault: expect.any(Boolean) },
      ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
    });
    expect(responses.filter(({ body }) => body.isDefault)).toHaveLength(1);
    expect(await defaults()).toHaveLength(1);
  });

  it('201 and the only default, when it says so', async () => {
    const id = await makeSellerEntity(service.sandbox, { isDefault: true });
    expect(await defaults()).toEqual([id]);
  });

  it('201 without what is not said', async () => {
    const { body } = await create({ name: ' Plain ', email: '', address: null, logoFileId: null });
    expect(Object.keys(body).sort()).toEqual(
      ['bankDetails', 'createdAt', 'id', 'isDefault', 'name', 'taxIds', 'updatedAt'].sort(),
    );
    expect(body).toMatchObject({ name: 'Plain', taxIds: [], bankDetails: [], isDefault: false });
  });

  it.each([
    //  body                                                message
    [{}, /^name: is required$/],
    [{ name: ' ' }, /^name: must not be blank$/],
    [{ name: 'a', logoFileId: 'file.none' }, /^logoFileId: logo file\.none not found; upload it/],
    [{ name: 'a', taxIds: [{ name: 'VAT' }] }, /taxIds/],
    [{ name: 'a', taxIds: Array(11).fill({ name: 'a', value: 'b' }) }, /at most 10/],
    [{ name: 'a', iban: 'DE' }, /^unknown field iban$/],
  ])('400 for %j', async (sent, message) => {
    const { status, body } = await create(sent);
    expect(status).toBe(400);
    expect(body.message).toMatch(message);
  });

  it('400 for one more than 50, also of those that come together', async () => {
    const { data } = await service.sandbox.must.get(`${PATH}?pageSize=50`);
    for (let i = data.length; i < 48; i++) await makeSellerEntity(service.sandbox);
    const responses = await Promise.all(Array.from({ length: 6 }, () => create({ name: 'one more' })));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 400, 400, 400, 400]);
    const { data: all } = await service.sandbox.must.get(`${PATH}?pageSize=50`);
    expect(all).toHaveLength(50);
  });
});
