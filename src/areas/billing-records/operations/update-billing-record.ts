import { operation } from '#platform/http/operation.ts';
import { billingRecordNotFound, defaultNeeded, logoUnknown } from '../problems.ts';
import { requireLogo } from '../require-logo.ts';
import { describeRecord, readFacts } from '../rules.ts';
import { BillingRecord, BillingRecordParams, UpdateBillingRecordRequest } from '../schema.ts';
import { clearDefault, lockRecord, lockRecords, updateRecord } from '../store.ts';

export const updateBillingRecord = operation({
  id: 'updateBillingRecord',
  method: 'PATCH',
  route: '/ext/v1/organization/billing_records/{billing_record_id}',
  scope: 'org:write',
  summary: 'Change a billing record',
  description: 'What was issued keeps what it was issued with; drafts follow.',
  request: { params: BillingRecordParams, body: UpdateBillingRecordRequest },
  response: { status: 200, body: BillingRecord },
  problems: [billingRecordNotFound, defaultNeeded, logoUnknown],
  async handle({ tx, org, now }, { params, body }) {
    const { isDefault } = body;
    if (isDefault !== undefined) await lockRecords(tx, org);
    const row = await lockRecord(tx, org, params.billing_record_id);
    if (!row) throw billingRecordNotFound({ id: params.billing_record_id });
    const { id } = row;
    if (isDefault === false && row.isDefault) throw defaultNeeded({ id });
    await requireLogo(tx, org, body.logoFileId);
    const becomesDefault = isDefault === true && !row.isDefault;
    if (becomesDefault) await clearDefault(tx, org, now);
    const set = { ...readFacts(body), ...(becomesDefault && { isDefault }) };
    return describeRecord(await updateRecord(tx, org, { id, set, now }));
  },
});
