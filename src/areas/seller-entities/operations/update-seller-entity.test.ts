import { describe, expect, it } from 'vitest';
import { makeSellerEntity, RECORD } from '#test/examples/seller-entities.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const PATH = '/ext/v1/organization/seller_entities';
const patch = (id: string, body: unknown) => service.sandbox.patch(`${PATH}/${id}`, body);

describe('PATCH /ext/v1/organization/seller_entities/{seller_entity_id}', () => {
  it('200 and what is not sent stays; empty and null take away', async () => {
    const id = await makeSellerEntity(service.sandbox);
    const { status, body } = await patch(id, { name: 'Other', email: '', taxIds: [] });
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'Other', taxIds: [], address: RECORD.address });
    expect(body).not.toHaveProperty('email');
    expect((await patch(id, { address: null })).body).not.toHaveProperty('address');
  });

  it('200 when many become the default at once: one is', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 6; i++) ids.push(await makeSellerEntity(service.sandbox));
    const responses = await Promise.all(ids.map((id) => patch(id, { isDefault: true })));
    expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(200));
    const { data } = await service.sandbox.must.get(PATH);
    expect(data.filter(({ isDefault }: { isDefault: boolean }) => isDefault)).toHaveLength(1);
  });

  it('400 for a default that is to be none, and for a logo that is not there', async () => {
    const id = await makeSellerEntity(service.sandbox, { isDefault: true });
    const rejected = await patch(id, { isDefault: false });
    expect(rejected).toMatchObject({
      status: 400,
      headers: { 'error-code': 'DEFAULT_SELLER_ENTITY_NEEDED' },
    });
    expect((await patch(id, { logoFileId: 'file.none' })).status).toBe(400);
  });

  it('404 for one that is not there', async () => {
    expect((await patch('brec.none', { name: 'a' })).status).toBe(404);
  });
});
