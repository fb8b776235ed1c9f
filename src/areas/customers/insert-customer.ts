import type { EntitySetting } from '#areas/settings/index.ts';
import { insertSettings } from '#areas/settings/index.ts';
import { sqlState, type Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Address } from '#platform/http/schemas.ts';
import { newId } from '#platform/ids.ts';
import { customerExists } from './problems.ts';
import { readAddress } from './read-address.ts';
import { type CustomerRow, insertCustomerRow } from './store.ts';
import { readTaxIds } from './tax-ids/read-tax-ids.ts';
import type { TaxId } from './tax-ids/schema.ts';

export interface NewCustomer {
  id: string;
  name: string;
  primaryEmail: string;
  address: Address;
  taxIds?: readonly TaxId[] | undefined;
  settings?: readonly EntitySetting[] | undefined;
  now: Temporal.Instant;
}

/** Stores a customer with its settings; the caller adds its first account. Raises `customerExists`. */
export async function insertCustomer(tx: Tx, org: Org, created: NewCustomer): Promise<CustomerRow> {
  const { id, name, primaryEmail, settings = [], now } = created;
  const row = await insertCustomerRow(tx, {
    orgId: org.orgId,
    id,
    platformId: newId('customer', now),
    name,
    primaryEmail,
    address: readAddress(created.address),
    taxIds: readTaxIds(created.taxIds ?? []),
    status: 'ACTIVE',
    createdAt: now,
    updatedAt: now,
  }).catch((error) => {
    throw sqlState(error) === '23505' ? customerExists({ id }) : error;
  });
  await insertSettings(tx, org, { entityType: 'CUSTOMER', entityId: id, settings, now });
  return row;
}
