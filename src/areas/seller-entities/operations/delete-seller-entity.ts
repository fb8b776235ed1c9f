import { findNamingSetting } from '#areas/settings/index.ts';
import { operation } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import { defaultNeeded, sellerEntityInUse, sellerEntityNotFound } from '../problems.ts';
import { SellerEntityParams } from '../schema.ts';
import { countRecords, deleteRecord, lockRecord, lockRecords } from '../store.ts';

export const deleteSellerEntity = operation({
  id: 'deleteSellerEntity',
  method: 'DELETE',
  route: '/ext/v1/organization/seller_entities/{seller_entity_id}',
  scope: 'sellers:write',
  summary: 'Delete a seller entity',
  description:
    'Issued invoices keep their seller entity. The request is rejected while a setting selects the ' +
    'entity, or while it is the default and others exist; without any seller entity, invoices show the ' +
    'organization again.',
  request: { params: SellerEntityParams },
  response: { status: 200, body: Success },
  problems: [sellerEntityNotFound, sellerEntityInUse, defaultNeeded],
  deletes: 'seller_entity',
  async handle({ tx, org }, { params }) {
    await lockRecords(tx, org);
    // A concurrent setting that selects the entity locks its row: this transaction sees the setting, or the
    // setting finds no entity.
    const row = await lockRecord(tx, org, params.seller_entity_id);
    if (!row) throw sellerEntityNotFound({ id: params.seller_entity_id });
    const { id } = row;
    const user = await findNamingSetting(tx, org, { id: 'SELLER_ENTITY_ID', value: id });
    if (user) throw sellerEntityInUse({ id, ...user });
    if (row.isDefault && (await countRecords(tx, org)) > 1) throw defaultNeeded({ id });
    await deleteRecord(tx, org, id);
    return { success: true };
  },
});
