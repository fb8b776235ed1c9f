import { operation } from '#platform/http/operation.ts';
import { describeRecord } from '../rules.ts';
import { SellerEntityPage } from '../schema.ts';
import { listRecords, sellerEntityList } from '../store.ts';

export const listSellerEntities = operation({
  id: 'listSellerEntities',
  method: 'GET',
  route: '/ext/v1/organization/seller_entities',
  scope: 'sellers:read',
  summary: 'List seller entities',
  response: { status: 200, body: SellerEntityPage },
  list: sellerEntityList,
  async handle({ tx, org }, { page }) {
    const { rows, nextToken } = await listRecords(tx, org, page);
    const sortOrder = page.sort[0]?.[1] ?? 'DESC';
    return { data: rows.map(describeRecord), nextToken, context: { pageSize: page.pageSize, sortOrder } };
  },
});
