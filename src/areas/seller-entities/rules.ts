import type { SellerEntity, UpdateSellerEntityRequest } from './schema.ts';
import type { SellerEntityRow } from './store.ts';

/** The members of a seller entity in a request, except the default, which concerns several entities. */
export type BillingFacts = Omit<
  SellerEntityRow,
  'orgId' | 'id' | 'isDefault' | 'createdAt' | 'updatedAt' | 'rowVersion'
>;

/** Empty texts and null both mean absent. */
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

/** The wire shape of the seller entity. */
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
