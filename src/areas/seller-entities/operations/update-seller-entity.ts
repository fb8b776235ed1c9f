import { planDescribed } from '#areas/organizations/index.ts';
import { operation } from '#platform/http/operation.ts';
import { defaultNeeded, logoUnknown, sellerEntityNotFound } from '../problems.ts';
import { requireLogo } from '../require-logo.ts';
import { describeRecord, readFacts } from '../rules.ts';
import { SellerEntity, SellerEntityParams, UpdateSellerEntityRequest } from '../schema.ts';
import { clearDefault, lockRecord, lockRecords, updateRecord } from '../store.ts';

export const updateSellerEntity = operation({
  id: 'updateSellerEntity',
  method: 'PATCH',
  route: '/ext/v1/organization/seller_entities/{seller_entity_id}',
  scope: 'sellers:write',
  summary: 'Change a seller entity',
  description: 'Issued invoices keep their data; drafts follow the change.',
  request: { params: SellerEntityParams, body: UpdateSellerEntityRequest },
  response: { status: 200, body: SellerEntity },
  problems: [sellerEntityNotFound, defaultNeeded, logoUnknown],
  async handle({ tx, org, now }, { params, body }) {
    const { isDefault } = body;
    if (isDefault !== undefined) await lockRecords(tx, org);
    const row = await lockRecord(tx, org, params.seller_entity_id);
    if (!row) throw sellerEntityNotFound({ id: params.seller_entity_id });
    const { id } = row;
    if (isDefault === false && row.isDefault) throw defaultNeeded({ id });
    await requireLogo(tx, org, body.logoFileId);
    const becomesDefault = isDefault === true && !row.isDefault;
    if (becomesDefault) await clearDefault(tx, org, now);
    const set = { ...readFacts(body), ...(becomesDefault && { isDefault }) };
    await planDescribed(tx, org, { now });
    return describeRecord(await updateRecord(tx, org, { id, set, now }));
  },
});
