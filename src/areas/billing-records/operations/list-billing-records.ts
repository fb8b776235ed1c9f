import { operation } from '#platform/http/operation.ts';
import { describeRecord } from '../rules.ts';
import { BillingRecordPage } from '../schema.ts';
import { billingRecordList, listRecords } from '../store.ts';

export const listBillingRecords = operation({
  id: 'listBillingRecords',
  method: 'GET',
  route: '/ext/v1/organization/billing_records',
  scope: 'org:read',
  summary: 'List billing records',
  response: { status: 200, body: BillingRecordPage },
  list: billingRecordList,
  async handle({ tx, org }, { page }) {
    const { rows, nextToken } = await listRecords(tx, org, page);
    const sortOrder = page.sort[0]?.[1] ?? 'DESC';
    return { data: rows.map(describeRecord), nextToken, context: { pageSize: page.pageSize, sortOrder } };
  },
});
