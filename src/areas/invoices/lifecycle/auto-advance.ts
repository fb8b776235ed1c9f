import { isSwitchedOn } from '#areas/settings/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/**
 * Whether the cycle invoices of an account are issued by themselves when their deadline passes, or wait for a
 * bill run: its own setting INVOICE_AUTO_ADVANCE, or else the organization's.
 */
export function isAutoAdvancing(tx: Tx, org: Org, accountId: string): Promise<boolean> {
  return isSwitchedOn(tx, org, { id: 'INVOICE_AUTO_ADVANCE', accountId });
}
