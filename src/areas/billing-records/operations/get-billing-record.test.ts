import { describe, expect, it } from 'vitest';
import { makeBillingRecord, RECORD } from '#test/examples/billing-records.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const get = (id: string) => service.sandbox.get(`/ext/v1/organization/billing_records/${id}`);

describe('GET /ext/v1/organization/billing_records/{billing_record_id}', () => {
  it('200 and the record', async () => {
    const id = await makeBillingRecord(service.sandbox);
    expect(await get(id)).toMatchObject({ status: 200, body: { ...RECORD, id, isDefault: true } });
  });

  it('404 for one that is not there', async () => {
    expect(await get('brec.none')).toMatchObject({
      status: 404,
      body: { message: 'billing record brec.none not found' },
    });
  });
});
