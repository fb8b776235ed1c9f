import { operation } from '#platform/http/operation.ts';
import { billingRecordNotFound } from '../problems.ts';
import { describeRecord } from '../rules.ts';
import { BillingRecord, BillingRecordParams } from '../schema.ts';
import { findRecord } from '../store.ts';

export const getBillingRecord = operation({
  id: 'getBillingRecord',
  method: 'GET',
  route: '/ext/v1/organization/billing_records/{billing_record_id}',
  scope: 'org:read',
  summary: 'Get a billing record',
  request: { params: BillingRecordParams },
  response: { status: 200, body: BillingRecord },
  problems: [billingRecordNotFound],
  async handle({ tx, org }, { params }) {
    const row = await findRecord(tx, org, params.billing_record_id);
    if (!row) throw billingRecordNotFound({ id: params.billing_record_id });
    return describeRecord(row);
  },
});
