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
  summary: 'Change the license quantity of an account',
  description:
    'Adds to or sets the quantity from an instant on. An update that takes effect before others shifts ' +
    'their quantities, too, up to the next ABSOLUTE one. Returns the resulting quantity.',
  request: { body: LicenseUpdateRequest },
  response: { status: 200, body: LicenseUpdate },
  problems: [accountNotFound, accountArchived, ...LICENSE_PROBLEMS],
  async handle({ tx, org, now }, { body }) {
    return describeUpdate(await applyLicenseUpdate({ tx, org, now }, body));
  },
});
