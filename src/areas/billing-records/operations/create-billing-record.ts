import { operation } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { logoUnknown, tooManyBillingRecords } from '../problems.ts';
import { requireLogo } from '../require-logo.ts';
import { describeRecord, readFacts } from '../rules.ts';
import { BillingRecord, CreateBillingRecordRequest } from '../schema.ts';
import { clearDefault, countRecords, insertRecord, lockRecords } from '../store.ts';

const MOST = 50;
const NOTHING_SAID = {
  address: null,
  email: null,
  taxIds: [],
  bankDetails: [],
  paymentInstructions: '',
  logoFileId: null,
};

export const createBillingRecord = operation({
  id: 'createBillingRecord',
  method: 'POST',
  route: '/ext/v1/organization/billing_records',
  scope: 'org:write',
  summary: 'Create a billing record: in whose name invoices are',
  description:
    'Invoices that are issued from now on print the default, or the one that the setting BILLING_RECORD_ID ' +
    'of their account, its customer or their group names. Without any they print the organization.',
  request: { body: CreateBillingRecordRequest },
  response: { status: 201, body: BillingRecord },
  problems: [logoUnknown, tooManyBillingRecords],
  async handle({ tx, org, now }, { body }) {
    await requireLogo(tx, org, body.logoFileId);
    await lockRecords(tx, org);
    const count = await countRecords(tx, org);
    if (count >= MOST) throw tooManyBillingRecords({ most: MOST });
    const isDefault = count === 0 || body.isDefault === true;
    if (isDefault) await clearDefault(tx, org, now);
    const facts = { ...NOTHING_SAID, ...readFacts(body), name: body.name.trim() };
    const times = { createdAt: now, updatedAt: now };
    return describeRecord(
      await insertRecord(tx, org, { ...facts, ...times, id: newId('brec', now), isDefault }),
    );
  },
});
