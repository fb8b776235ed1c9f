import { describe, expect, it } from 'vitest';
import { makeSellerEntity, RECORD } from '#test/examples/seller-entities.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const get = (id: string) => service.sandbox.get(`/ext/v1/organization/seller_entities/${id}`);

describe('GET /ext/v1/organization/seller_entities/{seller_entity_id}', () => {
  it('200 and the record', async () => {
    const id = await makeSellerEntity(service.sandbox);
    expect(await get(id)).toMatchObject({ status: 200, body: { ...RECORD, id, isDefault: true } });
  });

  it('404 for one that is not there', async () => {
    expect(await get('brec.none')).toMatchObject({
      status: 404,
      body: { message: 'seller entity brec.none not found' },
    });
  });
});
