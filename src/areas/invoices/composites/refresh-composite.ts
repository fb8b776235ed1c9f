import { readText, type StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { keptInfo } from '../finalization/fail-finalization.ts';
import { type CompositeRow, lockComposite } from '../store/composites.ts';
import { updateDraft } from '../store/lifecycle.ts';
import { computeCompositeDraft } from './compute-composite.ts';
import { getGroup } from './describe-group.ts';

type Context = Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>;

/** Recomputes a draft from the merged invoices and stores it; skips one that is issued or being finalized. */
export async function refreshComposite(
  context: ScheduledWorkContext,
  payload: StoredScheduledWork['payload'],
): Promise<void> {
  const { tx, org } = context;
  const composite = await lockComposite(tx, org, readText(payload, 'invoiceId'));
  if (composite?.status === 'DRAFT' && composite.finalizingStatus === null)
    await storeCompositeDraft(context, composite);
}

/** Requires that the caller has locked the draft. */
export async function storeCompositeDraft(context: Context, composite: CompositeRow): Promise<void> {
  const { tx, org, now } = context;
  const group = await getGroup(tx, org, composite.groupId);
  const { columns } = await computeCompositeDraft(tx, org, { composite, group });
  const computed = { ...columns, info: [...columns.info, ...keptInfo(composite)] };
  await updateDraft(tx, org, { id: composite.id, now, computed });
}
