import { findNamingSetting } from '#areas/settings/index.ts';
import { operation } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import { billingRecordInUse, billingRecordNotFound, defaultNeeded } from '../problems.ts';
import { BillingRecordParams } from '../schema.ts';
import { countRecords, deleteRecord, lockRecord, lockRecords } from '../store.ts';

export const deleteBillingRecord = operation({
  id: 'deleteBillingRecord',
  method: 'DELETE',
  route: '/ext/v1/organization/billing_records/{billing_record_id}',
  scope: 'org:write',
  summary: 'Delete a billing record',
  description:
    'What was issued keeps what it was issued with. One that a setting names is refused, and so is the ' +
    'default while there are others; without any, invoices print the organization again.',
  request: { params: BillingRecordParams },
  response: { status: 200, body: Success },
  problems: [billingRecordNotFound, billingRecordInUse, defaultNeeded],
  async handle({ tx, org }, { params }) {
    await lockRecords(tx, org);
    // Whoever makes a setting of it holds the row until then: it is seen here, or it finds none.
    const row = await lockRecord(tx, org, params.billing_record_id);
    if (!row) throw billingRecordNotFound({ id: params.billing_record_id });
    const { id } = row;
    const user = await findNamingSetting(tx, org, { id: 'BILLING_RECORD_ID', value: id });
    if (user) throw billingRecordInUse({ id, ...user });
    if (row.isDefault && (await countRecords(tx, org)) > 1) throw defaultNeeded({ id });
    await deleteRecord(tx, org, id);
    return { success: true };
  },
});
