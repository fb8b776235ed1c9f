import { isSwitchedOn } from '#areas/settings/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/**
 * Whether the cycle invoices of an account are issued by themselves when their deadline passes, or wait for a
 * bill run: its own setting INVOICE_AUTO_ADVANCE, or else the organization's.
 */
export async function readAdvance(
  tx: Tx,
  org: Org,
  accountId: string,
): Promise<{ autoAdvance: boolean; heldBySetting: boolean }> {
  const autoAdvance = await isSwitchedOn(tx, org, { id: 'INVOICE_AUTO_ADVANCE', accountId });
  return { autoAdvance, heldBySetting: !autoAdvance };
}
