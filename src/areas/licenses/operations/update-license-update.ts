import { accountArchived, accountNotFound, lockOpenAccount } from '#areas/accounts/index.ts';
import { findAddOn } from '#areas/add-ons/index.ts';
import { operation } from '#platform/http/operation.ts';
import { licenseIdMissing, licenseNotFound, licenseUpdateNotFound } from '../problems.ts';
import { describeUpdate, toMilliseconds } from '../rules.ts';
import { LicenseEntryDetailsUpdateRequest, LicenseParams, LicenseQuery, LicenseUpdate } from '../schema.ts';
import { updateMetadata } from '../store/updates.ts';

/** Generated clients that do not know such a parameter send the placeholder literally: `{license_id}`. */
const PLACEHOLDER = /^(?:\{.*\}|:license_?id)$/i;

export const updateLicenseUpdate = operation({
  id: 'updateLicenseUpdate',
  method: 'PATCH',
  route: '/license_updates/{license_id}',
  scope: 'entitlements:write',
  summary: 'Change the metadata of a license update',
  description: 'License, account and effective instant identify the update.',
  request: { params: LicenseParams, query: LicenseQuery, body: LicenseEntryDetailsUpdateRequest },
  response: { status: 200, body: LicenseUpdate },
  problems: [licenseIdMissing, licenseNotFound, accountNotFound, accountArchived, licenseUpdateNotFound],
  async handle({ tx, org }, { params, query, body }) {
    const licenseId = PLACEHOLDER.test(params.license_id) ? query.licenseId : params.license_id;
    if (licenseId === undefined) throw licenseIdMissing();
    if (!(await findAddOn(tx, org, licenseId))) throw licenseNotFound({ id: licenseId });
    const account = await lockOpenAccount(tx, org, body.accountId);
    const effectiveFrom = toMilliseconds(body.effectiveFrom);
    const key = { accountId: account.id, licenseId, effectiveFrom, metadata: body.metadata };
    const row = await updateMetadata(tx, org, key);
    if (!row) throw licenseUpdateNotFound({ id: `${licenseId} of ${account.id} from ${effectiveFrom}` });
    return describeUpdate(row);
  },
});
