import type { NameSpan } from '#core/licenses/named-entries.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { selectActiveEntries } from './store/names.ts';

export interface NamedEntry extends NameSpan {
  licenseId: string;
  name: string;
}

/** An account's entries that overlap `[from, until)`, earliest first; not clipped to it. */
export async function listNamedEntries(
  tx: Tx,
  org: Org,
  range: {
    accountId: string;
    licenseIds: readonly string[];
    from: Temporal.Instant;
    until: Temporal.Instant;
  },
): Promise<NamedEntry[]> {
  if (range.licenseIds.length === 0) return [];
  const rows = await selectActiveEntries(tx, org, range);
  return rows.map(({ licenseId, name, effectiveFrom, effectiveUntil }) => {
    return { licenseId, name, from: effectiveFrom, until: effectiveUntil };
  });
}
