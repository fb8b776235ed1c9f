import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { listBilledTimes, type StoredInvoice } from '../store/invoices.ts';
import type { explainInvoice } from './explain-invoice.ts';

type Line = Awaited<ReturnType<typeof explainInvoice>>['lines'][number];
type Billed = Pick<StoredInvoice, 'id' | 'accountId' | 'startAt' | 'endAt'>;

/**
 * Adds to each metered line whose events make up its quantity, and when they count. A line of a composite
 * bills the cycle of a member.
 */
export async function addUsage(
  tx: Tx,
  org: Org,
  { row, lines }: { row: Billed; lines: readonly Line[] },
): Promise<(Line & { usage?: { accountId: string; from: Temporal.Instant; until: Temporal.Instant } })[]> {
  const memberIds = new Set(lines.flatMap((line) => ('meter' in line && line.memberId) || []));
  const members = memberIds.size > 0 ? await listBilledTimes(tx, org, [...memberIds]) : [];
  const times = new Map([...members, row].map((billed) => [billed.id, billed]));
  return lines.map((line) => {
    const accountId = line.accountId ?? row.accountId;
    const billed = times.get(line.memberId ?? row.id);
    if (!('meter' in line) || accountId === null || !billed) return line;
    return { ...line, usage: { accountId, from: billed.startAt, until: billed.endAt } };
  });
}
