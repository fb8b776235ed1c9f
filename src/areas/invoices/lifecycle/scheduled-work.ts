import { CREDITS_CHANGED, EXPIRE_CREDIT } from '#areas/credits/index.ts';
import { FINALIZE_INVOICE } from '#areas/finalization-hooks/index.ts';
import { ACCOUNT_GROUP_CHANGED, GROUP_CHANGED } from '#areas/invoice-groups/index.ts';
import { LICENSES_CHANGED } from '#areas/licenses/index.ts';
import { ORGANIZATION_DESCRIBED } from '#areas/organizations/index.ts';
import { SCHEDULES_CHANGED } from '#areas/schedules/index.ts';
import { ADVANCE_OFF, ADVANCE_ON } from '#areas/settings/index.ts';
import { LATE_USAGE } from '#areas/usage/index.ts';
import { WALLET_FUNDED } from '#areas/wallets/index.ts';
import { readText, type StoredScheduledWork } from '#platform/db/scheduled-work.ts';
import type { ScheduledWorkContext, ScheduledWorkKind } from '#platform/jobs/scheduled-work.ts';
import { closeComposite } from '../composites/close-composite.ts';
import { CLOSE_COMPOSITE, REFRESH_COMPOSITE } from '../composites/planned-work.ts';
import { refreshComposite } from '../composites/refresh-composite.ts';
import { rescheduleAccount, rescheduleGroup } from '../composites/reschedule-group.ts';
import { END_CYCLE, publishCycleEnds } from '../events/cycle-ends.ts';
import { PUBLISH_OVERDUE, publishOverdue } from '../events/publish-overdue.ts';
import { goOn } from '../finalization/go-on.ts';
import { adjustCutBlocks } from '../late-usage/adjust-cut-blocks.ts';
import { adjustCycle } from '../late-usage/adjust-cycle.ts';
import { BLOCKS_CUT } from '../late-usage/plan-cut-blocks.ts';
import { EXPIRE_ORDER } from '../orders/planned-work.ts';
import { expireOrder } from '../orders/settle-order.ts';
import { netOffDue } from '../payments/net-off-due.ts';
import { REFUND_UNUSED, SETTLE_ADVANCE } from '../settlement/planned-work.ts';
import { refundUnused } from '../settlement/refund-unused.ts';
import { settleAdvance } from '../settlement/settle-advance.ts';
import { closeCycle } from './close-cycle.ts';
import { holdDrafts } from './hold-drafts.ts';
import { letDraftsAdvance } from './let-drafts-advance.ts';
import { openCycle } from './open-cycle.ts';
import { planCycles } from './plan-cycles.ts';
import { CLOSE_CYCLE, OPEN_CYCLE, REFRESH_DRAFTS } from './planned-work.ts';
import { refreshAccountDrafts } from './refresh-account.ts';
import { refreshDrafts } from './refresh-drafts.ts';
import { releaseHeld } from './release-held.ts';

/** All scheduled work on invoices, from the change of a timeline to the issued document. */
export const invoiceScheduledWork: readonly ScheduledWorkKind[] = [
  { kind: SCHEDULES_CHANGED, run: planCycles },
  { kind: ADVANCE_OFF, run: holdDrafts },
  { kind: ADVANCE_ON, run: letDraftsAdvance },
  { kind: ORGANIZATION_DESCRIBED, run: releaseHeld },
  { kind: SETTLE_ADVANCE, run: settleAdvance },
  { kind: REFUND_UNUSED, run: refundUnused },
  { kind: OPEN_CYCLE, isParallel: true, run: openCycle },
  { kind: CLOSE_CYCLE, isParallel: true, run: closeCycle },
  { kind: LATE_USAGE, run: adjustCycle },
  { kind: BLOCKS_CUT, run: adjustCutBlocks },
  { kind: EXPIRE_ORDER, run: expireOrder },
  { kind: REFRESH_DRAFTS, run: refreshDrafts },
  { kind: CREDITS_CHANGED, run: refreshAccount },
  { kind: EXPIRE_CREDIT, run: refreshAccount },
  { kind: LICENSES_CHANGED, run: refreshAccount },
  { kind: GROUP_CHANGED, run: rescheduleGroup },
  { kind: ACCOUNT_GROUP_CHANGED, run: rescheduleAccount },
  { kind: REFRESH_COMPOSITE, run: refreshComposite },
  { kind: CLOSE_COMPOSITE, run: closeComposite },
  { kind: FINALIZE_INVOICE, run: goOn },
  { kind: END_CYCLE, run: publishCycleEnds },
  { kind: PUBLISH_OVERDUE, run: publishOverdue },
  { kind: WALLET_FUNDED, run: netOffDue },
];

/** Recomputes the drafts of the account also at the end of a credit, which they may still use. */
function refreshAccount(
  context: ScheduledWorkContext,
  payload: StoredScheduledWork['payload'],
): Promise<void> {
  return refreshAccountDrafts(context, readText(payload, 'accountId'));
}
