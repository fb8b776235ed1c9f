import {
  cycleOf,
  listChainSales,
  type ScheduleCycle,
  type ScheduleRow,
  type SoldBefore,
} from '#areas/schedules/index.ts';
import type { FixedFeeCardInput, LicenseCardInput } from '#core/invoice/index.ts';
import { chargeWindows } from '#core/licenses/charge-windows.ts';
import { daysBetween } from '#core/period.ts';
import { startOfDay } from '#core/period-zone.ts';
import type { ScheduledWorkContext } from '#platform/jobs/scheduled-work.ts';
import { findCharge } from '../lifecycle/find-charge.ts';
import { loadLicenses, quantitiesOf } from '../lifecycle/read-licenses.ts';
import type { AdvanceCharge } from './advance-charge.ts';
import type { Counted } from './settle-charge.ts';

type Context = Pick<ScheduledWorkContext, 'tx' | 'org' | 'now'>;

/**
 * Counts a charge under the current schedule; null stands for a deleted schedule. A future end is settled
 * when it comes.
 */
export async function countCharge(
  context: Context,
  charge: AdvanceCharge,
  schedule: ScheduleRow | null,
): Promise<Counted> {
  const { card, until: charged } = charge.content;
  const cycle = schedule && cycleOf(schedule, startOfDay(charge.cycleStart, schedule.timeZone));
  if (!schedule || !cycle?.start.equals(charge.cycleStart)) return { until: charge.cycleStart, windows: [] };
  const isOver = schedule.endAt !== null && Temporal.Instant.compare(schedule.endAt, context.now) <= 0;
  const keptUntil = isOver ? null : Temporal.PlainDate.from(charged);
  const soldBefore = await listChainSales(context.tx, context.org, { schedule, cards: [card] });
  switch (card.type) {
    case 'FIXED_FEE':
      return { until: laterOf(feeEnd(card, { schedule, cycle, soldBefore }), keptUntil), windows: [] };
    case 'LICENSE': {
      const end = laterOf(cycle.end, keptUntil);
      return {
        until: end,
        windows: await countWindows(context, card, { schedule, cycle: { ...cycle, end }, soldBefore }),
      };
    }
    case 'BILLING_ENTITLEMENT':
    case 'CREDIT_GRANT':
      return { until: Temporal.PlainDate.from(charged), windows: [] };
    default:
      return card satisfies never;
  }
}

interface ChargeContext {
  schedule: ScheduleRow;
  cycle: ScheduleCycle;
  soldBefore: SoldBefore;
}

/** Returns the day after the last day of its block that the schedule covers. */
function feeEnd(
  { name, feeType, recurrence, isProrated }: FixedFeeCardInput,
  { schedule, cycle, soldBefore }: ChargeContext,
): Temporal.PlainDate {
  const terms = { name, feeType, recurrence, isProrated, timing: 'IN_ADVANCE' } as const;
  const charge = findCharge(terms, { schedule, part: { ...cycle, isRemainder: false }, soldBefore });
  return charge?.covered.end ?? cycle.end;
}

async function countWindows(
  { tx, org }: Context,
  card: LicenseCardInput,
  { schedule, cycle, soldBefore }: ChargeContext,
) {
  const { accountId, timeZone, chainStartDate: chainStart, resolvedCycle: resolved } = schedule;
  const { licenseType, isProrated, usageCycle = null, billableId: id } = card;
  const first =
    Temporal.PlainDate.compare(cycle.nominalStart, chainStart) < 0 ? chainStart : cycle.nominalStart;
  const facts = await loadLicenses(tx, org, {
    ...{ accountId, licenses: [{ id, licenseType }] },
    ...{ from: startOfDay(first, timeZone), until: startOfDay(cycle.end, timeZone) },
  });
  const quantities = quantitiesOf(facts, { id, licenseType, timeZone });
  if (daysBetween(cycle) === 0) return [];
  const sold = (soldBefore.get(card.name) ?? []).map(({ days }) => days);
  const context = { cycle, resolved, chainStart, soldBefore: sold };
  return chargeWindows({ isProrated, usageCycle }, context, quantities);
}

function laterOf(a: Temporal.PlainDate, b: Temporal.PlainDate | null): Temporal.PlainDate {
  return b && Temporal.PlainDate.compare(a, b) < 0 ? b : a;
}
