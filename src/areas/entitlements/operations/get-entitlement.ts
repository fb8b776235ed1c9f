import { accountNotFound } from '#areas/accounts/index.ts';
import { featureNotFound } from '#areas/features/index.ts';
import { operation } from '#platform/http/operation.ts';
import { getAccountFeature } from '../get-account-feature.ts';
import { readEntitlements } from '../read-entitlements.ts';
import { AccountFeatureParams, EntitlementValues } from '../schema.ts';

export const getEntitlement = operation({
  id: 'getEntitlement',
  method: 'GET',
  route: '/accounts/{account_id}/entitlements/{feature_id}',
  scope: 'entitlements:read',
  portal: { mode: 'READ' },
  summary: 'Get the entitlement of an account to a feature',
  description: 'One value as in the list, or none if the account does not have the feature.',
  request: { params: AccountFeatureParams },
  response: { status: 200, body: EntitlementValues },
  problems: [accountNotFound, featureNotFound],
  async handle({ tx, org, now }, { params }) {
    const wallet = await getAccountFeature(tx, org, params);
    return { data: await readEntitlements(tx, org, { ...wallet, at: now }) };
  },
});
