import type { SellerEntity, UpdateSellerEntityRequest } from './schema.ts';
import type { SellerEntityRow } from './store.ts';

/** What of a record a request says; the default apart, which is a matter between several. */
export type BillingFacts = Omit<
  SellerEntityRow,
  'orgId' | 'id' | 'isDefault' | 'createdAt' | 'updatedAt' | 'rowVersion'
>;

/** Empty texts and null are what is not said. */
export function readFacts(sent: UpdateSellerEntityRequest): Partial<BillingFacts> {
  const { name, address, email, taxIds, bankDetails, paymentInstructions, logoFileId } = sent;
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(address !== undefined && { address }),
    ...(email !== undefined && { email: email.trim() || null }),
    ...(taxIds !== undefined && { taxIds }),
    ...(bankDetails !== undefined && { bankDetails }),
    ...(paymentInstructions !== undefined && { paymentInstructions: paymentInstructions.trim() }),
    ...(logoFileId !== undefined && { logoFileId }),
  };
}

/** The record as it is on the wire. */
export function describeRecord(row: SellerEntityRow): SellerEntity {
  const { id, name, address, email, taxIds, bankDetails, paymentInstructions, logoFileId } = row;
  return {
    ...{ id, name, taxIds, bankDetails, isDefault: row.isDefault },
    ...(address && { address }),
    ...(email !== null && { email }),
    ...(paymentInstructions && { paymentInstructions }),
    ...(logoFileId !== null && { logoFileId }),
    ...{ createdAt: row.createdAt, updatedAt: row.updatedAt },
  };
}
