import type { ExampleRequest } from '../example-requests.ts';
import type { World } from '../example-world.ts';
import type { Client } from '../running-app.ts';

/** A seller entity with every member except the logo. */
export const RECORD = {
  name: 'Muster GmbH',
  address: { line1: 'Hauptstrasse 1', postalCode: '10115', city: 'Berlin', country: 'DE' },
  email: 'rechnung@muster.example',
  taxIds: [{ name: 'USt-IdNr.', value: 'DE123456789' }],
  bankDetails: [
    { name: 'IBAN', value: 'DE89 3704 0044 0532 0130 00' },
    { name: 'BIC', value: 'COBADEFFXXX' },
  ],
  paymentInstructions: 'Please quote the invoice number.',
};

export async function makeSellerEntity(client: Client, said: object = RECORD): Promise<string> {
  return (await client.must.post('/ext/v1/organization/seller_entities', { ...RECORD, ...said })).id;
}

/** The default, and one that can be deleted. */
export async function keepSellerEntities(client: Client): Promise<Record<string, string>> {
  await makeSellerEntity(client);
  return { seller_entity_id: await makeSellerEntity(client, { name: 'Second Ltd' }) };
}

export const sellerEntityExamples: Record<string, (world: World) => ExampleRequest> = {
  createSellerEntity: () => ({ body: { ...RECORD, isDefault: true } }),
  updateSellerEntity: () => ({ body: { ...RECORD, name: 'Renamed Ltd', isDefault: true } }),
  deleteSellerEntity: () => ({}),
};
