import { lockOpenAccount } from '#areas/accounts/index.ts';
import { readPreActions } from '#areas/licenses/index.ts';
import { describePlanOverrides, editTimeline, endingAfter } from '#areas/schedules/index.ts';
import type { Context } from '#platform/http/operation.ts';
import { readEdit } from './read-edit.ts';
import type { PricingScheduleEdit } from './schedule-schema.ts';

interface Requested {
  accountId: string;
  edits: readonly PricingScheduleEdit[];
  /** Path of each edit in the request. */
  pathOf: (index: number) => string;
  preActions?: Parameters<typeof readPreActions>[0];
}

/**
 * Edits the live timeline of an account, in order and all or none. Returns its schedules from today on, or
 * from the first edited day if that is earlier.
 */
export async function editAccountTimeline(context: Context, requested: Requested) {
  const { tx, org } = context;
  const preActions = readPreActions(requested.preActions);
  const account = await lockOpenAccount(tx, org, requested.accountId);
  const edits = [];
  for (const [index, edit] of requested.edits.entries())
    edits.push(await readEdit(context, { account, edit, path: requested.pathOf(index) }));
  const { schedules, today } = await editTimeline(context, { account, edits, preActions });
  const days = [today, ...edits.map(({ from }) => from)].sort(Temporal.PlainDate.compare);
  const shown = endingAfter(schedules, days[0] ?? today);
  return {
    accountId: account.id,
    accountName: account.name,
    pricingSchedules: await describePlanOverrides(context, shown),
  };
}
