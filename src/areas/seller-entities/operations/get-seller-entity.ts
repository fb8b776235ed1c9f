import { operation } from '#platform/http/operation.ts';
import { sellerEntityNotFound } from '../problems.ts';
import { describeRecord } from '../rules.ts';
import { SellerEntity, SellerEntityParams } from '../schema.ts';
import { findRecord } from '../store.ts';

export const getSellerEntity = operation({
  id: 'getSellerEntity',
  method: 'GET',
  route: '/ext/v1/organization/seller_entities/{seller_entity_id}',
  scope: 'sellers:read',
  summary: 'Get a seller entity',
  request: { params: SellerEntityParams },
  response: { status: 200, body: SellerEntity },
  problems: [sellerEntityNotFound],
  async handle({ tx, org }, { params }) {
    const row = await findRecord(tx, org, params.seller_entity_id);
    if (!row) throw sellerEntityNotFound({ id: params.seller_entity_id });
    return describeRecord(row);
  },
});
