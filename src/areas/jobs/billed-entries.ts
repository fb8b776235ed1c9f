import type { Decimal } from '#core/decimal.ts';
import type { Context } from '#platform/http/operation.ts';
import { question } from '#platform/questions.ts';
import type { JobEntryRow } from './store/entries.ts';
import type { JobRow } from './store/jobs.ts';

/** The invoice that an entry of a bill run is about. */
export interface BilledEntry {
  customerId: string | null;
  accountId: string | null;
  amount: Decimal;
  currency: string;
}

/** Whose invoices these are by their ids, and what each comes to. */
export const INVOICES_OF_ENTRIES = question<string, BilledEntry>('jobs.invoices_of_entries');

/** In the order of the entries; null for one whose invoice is gone, and of jobs that bill nothing. */
export async function listBilled(
  { tx, org, deployment }: Pick<Context, 'tx' | 'org' | 'deployment'>,
  { job, rows }: { job: JobRow; rows: readonly JobEntryRow[] },
): Promise<(BilledEntry | null)[]> {
  if (job.type !== 'BILL_RUN') return rows.map(() => null);
  const ids = rows.map(({ entityId }) => entityId);
  return deployment.ask(INVOICES_OF_ENTRIES, { tx, org }, ids);
}
