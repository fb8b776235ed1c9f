import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { aliasKey, cutRange } from './alias-rules.ts';
import { planReattribution } from './plan-reattribution.ts';
import { aliasNotFound, aliasSpanInvoiced, implicitAlias } from './problems.ts';
import { type AliasRow, deleteRange, endRange, listRangesByName } from './store/aliases.ts';
import { findFinalizedInvoice } from './store/guards.ts';

interface Released {
  accountId: string;
  /** Values, which end now, or ids of ranges, which end at `from`. */
  aliases?: readonly string[] | undefined;
  accountAliases?: readonly { id: string; from?: Temporal.Instant | undefined }[] | undefined;
  now: Temporal.Instant;
}

/**
 * Ends ranges of an account that the caller has locked, all or none. Raises `aliasNotFound`, `implicitAlias`,
 * or `aliasSpanInvoiced` if a finalized invoice has counted events that would no longer belong to the
 * account.
 */
export async function releaseAliases(tx: Tx, org: Org, released: Released): Promise<void> {
  const { accountId, aliases = [], accountAliases = [], now } = released;
  const names = [...aliases.map(aliasKey), ...accountAliases.map(({ id }) => aliasKey(id))];
  const rows = await listRangesByName(tx, org, { accountId, names });
  const cuts = new Map<AliasRow, Temporal.Instant>();
  for (const alias of aliases) for (const row of rowsNamed(rows, alias, accountId)) addCut(cuts, row, now);
  for (const { id, from = now } of accountAliases) {
    const row = rows.find((each) => each.id === aliasKey(id));
    if (!row) throw aliasNotFound({ id });
    addCut(cuts, row, from);
  }
  for (const [row, at] of cuts) await cut(tx, org, { row, at, now });
}

function rowsNamed(rows: readonly AliasRow[], name: string, accountId: string): AliasRow[] {
  const key = aliasKey(name);
  const found = rows.filter(({ id, value }) => id === key || value === key);
  if (found.length > 0) return found;
  throw key === accountId.toLowerCase() ? implicitAlias({ value: name }) : aliasNotFound({ id: name });
}

/** A range named twice ends at the earlier instant. */
function addCut(cuts: Map<AliasRow, Temporal.Instant>, row: AliasRow, at: Temporal.Instant): void {
  const known = cuts.get(row);
  if (!known || Temporal.Instant.compare(at, known) < 0) cuts.set(row, at);
}

async function cut(
  tx: Tx,
  org: Org,
  { row, at, now }: { row: AliasRow; at: Temporal.Instant; now: Temporal.Instant },
): Promise<void> {
  const effect = cutRange(row, at);
  if (effect === 'none') return;
  const { id, accountId, value, effectiveFrom, effectiveUntil } = row;
  const from = effect === 'deleted' ? effectiveFrom : at;
  const until = effectiveUntil;
  if (!from || Temporal.Instant.compare(from, now) < 0) {
    const span = { accountId, from: from ?? at, until: until ?? now };
    const invoice = await findFinalizedInvoice(tx, org, span);
    if (invoice !== null) throw aliasSpanInvoiced({ invoice });
  }
  if (effect === 'deleted') await deleteRange(tx, org, id);
  else await endRange(tx, org, { id, until: at, now });
  await planReattribution(tx, org, { id, accountId, value, from, until, now });
}
