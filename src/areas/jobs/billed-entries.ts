import type { Decimal } from '#core/decimal.ts';
import type { Context } from '#platform/http/operation.ts';
import { port } from '#platform/ports.ts';
import type { JobEntryRow } from './store/entries.ts';
import type { JobRow } from './store/jobs.ts';

/** The invoice of a bill run's entry. */
export interface BilledEntry {
  customerId: string | null;
  accountId: string | null;
  amount: Decimal;
  currency: string;
}

/** The account or group of invoices by id, with their totals. */
export const INVOICES_OF_ENTRIES = port<string, BilledEntry>('jobs.invoices_of_entries');

/** In the order of the entries; null if the invoice no longer exists, or the job bills nothing. */
export async function listBilled(
  { tx, org, deployment }: Pick<Context, 'tx' | 'org' | 'deployment'>,
  { job, rows }: { job: JobRow; rows: readonly JobEntryRow[] },
): Promise<(BilledEntry | null)[]> {
  if (job.type !== 'BILL_RUN') return rows.map(() => null);
  const ids = rows.map(({ entityId }) => entityId);
  return deployment.callPort(INVOICES_OF_ENTRIES, { tx, org }, ids);
}
