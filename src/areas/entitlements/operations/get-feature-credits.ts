import { accountNotFound } from '#areas/accounts/index.ts';
import { featureNotFound } from '#areas/features/index.ts';
import { operation } from '#platform/http/operation.ts';
import { getAccountFeature } from '../get-account-feature.ts';
import { AccountFeatureParams, FeatureCredits } from '../schema.ts';
import { readFeatureBalance } from '../store/balances.ts';

export const getFeatureCredits = operation({
  id: 'getFeatureCredits',
  method: 'GET',
  route: '/accounts/{account_id}/features/{feature_id}',
  scope: 'entitlements:read',
  portal: { mode: 'READ' },
  summary: "Get an account's credits for a feature",
  description: 'Totals of all currently valid entries; all zero if nothing was granted.',
  request: { params: AccountFeatureParams },
  response: { status: 200, body: FeatureCredits },
  problems: [accountNotFound, featureNotFound],
  async handle({ tx, org, now }, { params }) {
    const wallet = await getAccountFeature(tx, org, params);
    return { ...wallet, ...(await readFeatureBalance(tx, org, { ...wallet, at: now })) };
  },
});
