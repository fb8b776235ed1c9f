import { accountNotFound } from '#areas/accounts/index.ts';
import { featureNotFound } from '#areas/features/index.ts';
import { operation } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import { getAccountFeature } from '../get-account-feature.ts';
import { readEntitlements } from '../read-entitlements.ts';
import { isSameValue } from '../rules.ts';
import { AccountFeatureParams, CheckEntitlementRequest } from '../schema.ts';

export const checkEntitlement = operation({
  id: 'checkEntitlement',
  method: 'POST',
  route: '/accounts/{account_id}/entitlements/{feature_id}',
  scope: 'entitlements:read',
  summary: 'Check the value of an entitlement',
  description:
    'success is true if the entitlement has the sent value, and false if the account does not have the ' +
    'feature. The check uses nothing.',
  request: { params: AccountFeatureParams, body: CheckEntitlementRequest },
  response: { status: 200, body: Success },
  problems: [accountNotFound, featureNotFound],
  isRead: true,
  async handle({ tx, org, now }, { params, body }) {
    const wallet = await getAccountFeature(tx, org, params);
    const [held] = await readEntitlements(tx, org, { ...wallet, at: now });
    return { success: held !== undefined && isSameValue(held.value, body.value) };
  },
});
