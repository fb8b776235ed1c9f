import { isSwitchedOn } from '#areas/settings/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/**
 * Returns whether the cycle invoices of an account are issued automatically at their deadline or wait for a
 * bill run: the setting INVOICE_AUTO_ADVANCE of the account or, if it has none, of the organization.
 */
export async function readAdvance(
  tx: Tx,
  org: Org,
  accountId: string,
): Promise<{ autoAdvance: boolean; heldBySetting: boolean }> {
  const autoAdvance = await isSwitchedOn(tx, org, { id: 'INVOICE_AUTO_ADVANCE', accountId });
  return { autoAdvance, heldBySetting: !autoAdvance };
}
