import { lockAccount } from '#areas/accounts/index.ts';
import { cycleOf } from '#areas/schedules/index.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { composeInvoice, NO_EXTRAS } from '../lifecycle/compute-draft.ts';
import type { InvoiceFacts } from '../lifecycle/read-facts.ts';
import { listSettledCharges, type WantedCharges } from '../store/advance-charges.ts';
import { chargedCards } from './advance-charge.ts';
import { correctCharges } from './correct-charges.ts';
import { loadCharges } from './load-charges.ts';
import { planCycleSettlements } from './planned-work.ts';
import { settleCharges } from './settle-charges.ts';
import { type SettledCharge, storeSettlements } from './store-settlements.ts';

type Context = Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>;

/**
 * Before a cycle opens, settles the charges in advance of the cycle before it, so that the next invoice in
 * advance can include the additional amounts. A schedule that replaces another from the start of the running
 * cycle takes over its charges; the cycle is then already charged in advance. Call before drafts are locked,
 * because it may grant credits.
 */
export async function settleOpening(context: Context, facts: InvoiceFacts): Promise<{ isCharged: boolean }> {
  const { schedule, part } = facts;
  if (part.start.equals(schedule.startDate)) return { isCharged: await takeOver(context, facts) };
  const inAdvance = facts.cards.filter(({ invoiceTiming }) => invoiceTiming === 'IN_ADVANCE');
  // For a cycle whose first days are billed, its own charge; else that of the cycle before.
  const settledAt = part.isRemainder ? part.startAt : part.startAt.subtract({ milliseconds: 1 });
  const cycle = cycleOf(schedule, settledAt);
  if (!cycle || inAdvance.length === 0) return { isCharged: false };
  const wanted: WantedCharges = {
    ...{ accountId: schedule.accountId, scheduleId: schedule.id, cycleStart: cycle.start },
    // Fees change only if the schedule has gained days since.
    ...(!inAdvance.some(({ type }) => type === 'LICENSE') && { endingBefore: cycle.end }),
  };
  await settleCharges(context, { wanted, schedule });
  return { isCharged: false };
}

/** Converts the earlier schedule's charge for the cycle to a charge of this one. */
async function takeOver(context: Context, facts: InvoiceFacts): Promise<boolean> {
  const { tx, org } = context;
  const { schedule, part } = facts;
  const { accountId, id: scheduleId } = schedule;
  const own = await listSettledCharges(tx, org, { accountId, scheduleId, cycleStart: part.start });
  // A cycle may be opened again if its blank draft was deleted and a user edits the timeline.
  if (own.some(({ invoiceId }) => invoiceId === null)) return true;
  const wanted = { accountId, exceptScheduleId: scheduleId, cycleStart: part.start };
  if ((await loadCharges(tx, org, wanted)).length === 0) return false;
  await lockAccount(tx, org, accountId);
  const replaced = await loadCharges(tx, org, wanted);
  // A concurrent opening of the same cycle has taken them over.
  if (replaced.length === 0) return true;
  const { inputs, document } = composeInvoice(facts, { timing: 'IN_ADVANCE' }, NO_EXTRAS);
  const corrections = correctCharges(
    replaced.map(({ content }) => content),
    chargedCards(inputs, document),
  );
  const closed = replaced.map((charge, index): SettledCharge => {
    const { adjustment = null, refund = null } = corrections.closed[index] ?? {};
    return { charge: { ...charge, isClosed: true, revision: charge.revision + 1 }, adjustment, refund };
  });
  const key = {
    accountId,
    scheduleId,
    cycleStart: part.start,
    invoiceId: null,
    revision: 1,
    isClosed: false,
  };
  const opened = corrections.opened.map(({ content, adjustment, refund }): SettledCharge => {
    return { charge: { ...key, content }, adjustment, refund };
  });
  await storeSettlements(context, accountId, [...closed, ...opened]);
  await planCycleSettlements(context, facts, inputs.cards);
  return true;
}
