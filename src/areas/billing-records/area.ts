import './tables.ts';
import type { Area } from '#platform/http/area.ts';
import { createBillingRecord } from './operations/create-billing-record.ts';
import { deleteBillingRecord } from './operations/delete-billing-record.ts';
import { getBillingRecord } from './operations/get-billing-record.ts';
import { listBillingRecords } from './operations/list-billing-records.ts';
import { updateBillingRecord } from './operations/update-billing-record.ts';

/** In whose name an organization bills, where it has more than one. */
export const billingRecords: Area = {
  name: 'billing-records',
  operations: [
    createBillingRecord,
    listBillingRecords,
    getBillingRecord,
    updateBillingRecord,
    deleteBillingRecord,
  ],
};
