import { accountArchived, accountNotFound } from '#areas/accounts/index.ts';
import { operation } from '#platform/http/operation.ts';
import { applyLicenseUpdate } from '../apply-license-update.ts';
import { LICENSE_PROBLEMS } from '../problems.ts';
import { describeUpdate } from '../rules.ts';
import { LicenseUpdate, LicenseUpdateRequest } from '../schema.ts';

export const createLicenseUpdate = operation({
  id: 'createLicenseUpdate',
  method: 'POST',
  route: '/license_updates',
  scope: 'entitlements:write',
  summary: 'Change how many licenses an account has',
  description:
    'Adds to the quantity or sets it, from an instant on. What takes effect before other updates shifts ' +
    'their quantities too, up to the next ABSOLUTE one. The answer has the resulting quantity.',
  request: { body: LicenseUpdateRequest },
  response: { status: 200, body: LicenseUpdate },
  problems: [accountNotFound, accountArchived, ...LICENSE_PROBLEMS],
  async handle({ tx, org, now }, { body }) {
    return describeUpdate(await applyLicenseUpdate({ tx, org, now }, body));
  },
});
