import { accountNotFound } from '#areas/accounts/index.ts';
import { featureNotFound } from '#areas/features/index.ts';
import { operation } from '#platform/http/operation.ts';
import { getAccountFeature } from '../get-account-feature.ts';
import {
  creditEntryInvalid,
  creditEntryNotFound,
  creditEntryVoided,
  overageEntryFixed,
} from '../problems.ts';
import { describeCreditEntry, readEntryChange } from '../rules.ts';
import { EntryParams, FeatureCreditEntry, UpdateFeatureCreditsRequest } from '../schema.ts';
import { findCreditEntry, updateCreditEntry } from '../store/entries.ts';
import { lockWallets } from '../store/wallets.ts';

export const updateFeatureCreditEntry = operation({
  id: 'updateFeatureCreditEntry',
  method: 'PATCH',
  route: '/accounts/{account_id}/features/{feature_id}/entries/{entry_id}',
  scope: 'entitlements:write',
  summary: 'Change the amount or the end of an entry',
  description:
    'The balance changes by the difference. A future end revives an expired entry, and an end that is set ' +
    'here no longer follows the schedule. Encode the id in the URL (# is %23, $ is %24).',
  request: { params: EntryParams, body: UpdateFeatureCreditsRequest },
  response: { status: 200, body: FeatureCreditEntry },
  problems: [
    accountNotFound,
    featureNotFound,
    creditEntryNotFound,
    creditEntryVoided,
    overageEntryFixed,
    creditEntryInvalid,
  ],
  async handle({ tx, org, now }, { params, body }) {
    const wallet = await getAccountFeature(tx, org, params);
    await lockWallets(tx, org, [wallet]);
    const id = params.entry_id;
    const row = await findCreditEntry(tx, org, { ...wallet, id });
    if (!row) throw creditEntryNotFound({ id });
    const set = readEntryChange(row, body, now);
    return describeCreditEntry(await updateCreditEntry(tx, org, { ...wallet, id, now, set }), now);
  },
});
