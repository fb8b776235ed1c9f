import { type ExtraRevenue, readExtraRevenue } from '#core/invoice/extra-revenue.ts';
import type { InvoiceDocument, InvoiceInputs } from '#core/invoice/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { listRevenueInvoices, type RevenueInvoiceRow } from './store/cycle-revenue.ts';

/** What an invoice says about the revenue of the cycle, or the rest of one, that it bills. */
export interface CycleRevenue extends Pick<RevenueInvoiceRow, 'scheduleId' | 'cycleStart' | 'invoiceType'> {
  isDraft: boolean;
  isVoid: boolean;
  /** In the invoice currency; none of a draft, which still changes. */
  extra: ExtraRevenue[];
}

/** Of accounts, for days in `[from, until)`. */
export async function listCycleRevenue(
  tx: Tx,
  org: Org,
  asked: { accountIds: readonly string[]; from: Temporal.Instant; until: Temporal.Instant },
): Promise<CycleRevenue[]> {
  const rows = await listRevenueInvoices(tx, org, asked);
  return rows.map(({ inputs, document, status, ...row }) => ({
    ...row,
    isDraft: status === 'DRAFT',
    isVoid: status === 'VOID',
    extra:
      inputs !== null && document !== null
        ? readExtraRevenue(JSON.parse(inputs) as InvoiceInputs, JSON.parse(document) as InvoiceDocument)
        : [],
  }));
}
