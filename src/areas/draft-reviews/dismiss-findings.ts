import type { Context } from '#platform/http/operation.ts';
import { levelOf } from './rules.ts';
import { insertDismissals, listDismissals } from './store/dismissals.ts';
import { lockRowsOfInvoices, setLevels } from './store/reviewed-drafts.ts';
import { raiseVersions } from './store/reviews.ts';
import type { StoredFinding } from './tables.ts';

type Dismissing = Pick<Context, 'tx' | 'org' | 'now' | 'actor'>;

/** Records that the caller accepts findings, for one reason. The levels of the drafts follow separately. */
export function dismiss(
  { tx, org, now, actor }: Dismissing,
  dismissed: readonly { invoiceId: string; finding: StoredFinding }[],
  comment: string,
): Promise<void> {
  const by = { dismissedBy: actor.credentialId, dismissedByName: actor.user?.name ?? null, dismissedAt: now };
  const rows = dismissed.map(({ invoiceId, finding: { key, rule, figures } }) => ({
    ...{ invoiceId, key, rule, figures: { ...figures }, comment },
    ...by,
  }));
  return insertDismissals(tx, org, rows);
}

/** Sets the levels of drafts anew in every review after their dismissals have changed. */
export async function storeLevels(
  { tx, org, now }: Pick<Dismissing, 'tx' | 'org' | 'now'>,
  invoiceIds: readonly string[],
): Promise<void> {
  const rows = await lockRowsOfInvoices(tx, org, invoiceIds);
  const dismissals = await listDismissals(tx, org, invoiceIds);
  const levels = rows.map(({ reviewId, invoiceId, findings }) => ({
    ...{ reviewId, invoiceId },
    level: levelOf(findings, dismissals.get(invoiceId)),
  }));
  await setLevels(tx, org, levels);
  await raiseVersions(tx, org, { ids: [...new Set(rows.map(({ reviewId }) => reviewId))], now });
}
