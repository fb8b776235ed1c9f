import { accountNotFound } from '#areas/accounts/index.ts';
import { featureNotFound } from '#areas/features/index.ts';
import { operation } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import { getAccountFeature } from '../get-account-feature.ts';
import { creditEntryNotFound, creditEntryVoided } from '../problems.ts';
import { EntryParams } from '../schema.ts';
import { findCreditEntry, updateCreditEntry } from '../store/entries.ts';
import { lockWallets } from '../store/wallets.ts';

export const voidFeatureCreditEntry = operation({
  id: 'voidFeatureCreditEntry',
  method: 'POST',
  route: '/accounts/{account_id}/features/{feature_id}/entries/{entry_id}/void',
  scope: 'entitlements:write',
  summary: 'Void an entry',
  description: 'Permanently removes its remaining credits; used credits stay used and billed.',
  request: { params: EntryParams },
  response: { status: 200, body: Success },
  problems: [accountNotFound, featureNotFound, creditEntryNotFound, creditEntryVoided],
  async handle({ tx, org, now }, { params }) {
    const wallet = await getAccountFeature(tx, org, params);
    await lockWallets(tx, org, [wallet]);
    const id = params.entry_id;
    const row = await findCreditEntry(tx, org, { ...wallet, id });
    if (!row) throw creditEntryNotFound({ id });
    if (row.status === 'VOIDED') throw creditEntryVoided({ id });
    await updateCreditEntry(tx, org, { ...wallet, id, now, set: { status: 'VOIDED' } });
    return { success: true };
  },
});
