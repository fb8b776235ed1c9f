import type { ExampleRequest } from '../example-requests.ts';
import type { World } from '../example-world.ts';
import type { Client } from '../running-app.ts';

/** One with something of everything but a logo. */
export const RECORD = {
  name: 'Muster GmbH',
  address: { line1: 'Hauptstrasse 1', postalCode: '10115', city: 'Berlin', country: 'DE' },
  email: 'rechnung@muster.example',
  taxIds: [{ name: 'USt-IdNr.', value: 'DE123456789' }],
  bankDetails: [
    { name: 'IBAN', value: 'DE89 3704 0044 0532 0130 00' },
    { name: 'BIC', value: 'COBADEFFXXX' },
  ],
  paymentInstructions: 'Please name the number of the invoice.',
};

export async function makeBillingRecord(client: Client, said: object = RECORD): Promise<string> {
  return (await client.must.post('/ext/v1/organization/billing_records', { ...RECORD, ...said })).id;
}

/** The default, and one that can be deleted. */
export async function keepBillingRecords(client: Client): Promise<Record<string, string>> {
  await makeBillingRecord(client);
  return { billing_record_id: await makeBillingRecord(client, { name: 'Second Ltd' }) };
}

export const billingRecordExamples: Record<string, (world: World) => ExampleRequest> = {
  createBillingRecord: () => ({ body: { ...RECORD, isDefault: true } }),
  updateBillingRecord: () => ({ body: { ...RECORD, name: 'Renamed Ltd', isDefault: true } }),
  deleteBillingRecord: () => ({}),
};
