import { accountNotFound } from '#areas/accounts/index.ts';
import { featureNotFound } from '#areas/features/index.ts';
import { operation } from '#platform/http/operation.ts';
import { getAccountFeature } from '../get-account-feature.ts';
import { describeCreditEntry } from '../rules.ts';
import { AccountFeatureParams, FeatureCreditEntryPage } from '../schema.ts';
import { creditEntryList, listCreditEntries } from '../store/entries.ts';

export const listFeatureCreditEntries = operation({
  id: 'listFeatureCreditEntries',
  method: 'GET',
  route: '/accounts/{account_id}/features/{feature_id}/entries',
  scope: 'entitlements:read',
  portal: { mode: 'READ' },
  summary: "List the entries of an account's credits for a feature",
  description: 'Includes expired and voided entries; newest first, entries of one instant by id.',
  request: { params: AccountFeatureParams },
  response: { status: 200, body: FeatureCreditEntryPage },
  problems: [accountNotFound, featureNotFound],
  list: creditEntryList,
  async handle({ tx, org, now }, { params, page }) {
    const wallet = await getAccountFeature(tx, org, params);
    const { rows, nextToken } = await listCreditEntries(tx, org, { ...wallet, page });
    return { data: rows.map((row) => describeCreditEntry(row, now)), nextToken };
  },
});
