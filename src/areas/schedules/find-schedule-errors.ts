import { type AccountRow, accountInDraft, getAccount } from '#areas/accounts/index.ts';
import type { ValidatedEntityError } from '#areas/price-plans/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { Problem } from '#platform/problem.ts';
import { findPriceErrors } from './find-price-errors.ts';
import { pricesOf, readPrices } from './read-prices.ts';
import { readTimelines, requireFresh, type Timelines } from './read-timelines.ts';
import { requireCurrency } from './resolve-association.ts';
import { checkDates, readRange } from './rules.ts';
import type { PlannedSchedule } from './store/schedules.ts';
import { overlaps } from './timeline.ts';

interface Checked {
  schedule: PlannedSchedule;
  isDraft: boolean;
  now: Temporal.Instant;
}

/** Price errors of a schedule and, for a draft, problems that would prevent finalization now. */
export async function findScheduleErrors(
  tx: Tx,
  org: Org,
  { schedule, isDraft, now }: Checked,
): Promise<ValidatedEntityError[]> {
  const account = await getAccount(tx, org, schedule.accountId);
  const known = await readPrices(tx, org, [schedule]);
  const priced = { schedule, prices: pricesOf(schedule, known), currency: account.invoiceCurrency };
  const errors = await findPriceErrors(tx, org, priced);
  const timelines = isDraft ? await readTimelines(tx, org, { account, now }) : null;
  const messages = listErrors(schedule, account, timelines);
  return [
    ...messages.map((errorMessage) => ({
      referenceId: schedule.id,
      entityId: schedule.id,
      entityType: 'SCHEDULE',
      errorMessage,
    })),
    ...errors,
  ];
}

/** Runs the checks of finalizing and collects their messages. */
function listErrors(schedule: PlannedSchedule, account: AccountRow, timelines: Timelines | null): string[] {
  const { planVersion: version, ...plan } = schedule;
  const checks: (() => void)[] = [() => requireCurrency({ ...plan, version }, account.invoiceCurrency)];
  if (timelines) {
    checks.push(() => {
      if (account.status === 'DRAFT') throw accountInDraft({ id: account.id });
    });
    checks.push(() => requireFresh(timelines, account.id));
    for (const [index, range] of (timelines.draftRow?.editedRanges ?? []).entries())
      if (overlaps(readRange(range), schedule))
        checks.push(() => checkDates(range, `edit ${index + 1} of the draft`, timelines.dates));
  }
  return checks.flatMap(errorOf);
}

function errorOf(check: () => void): string[] {
  try {
    check();
    return [];
  } catch (error) {
    if (error instanceof Problem) return [error.message];
    throw error;
  }
}
