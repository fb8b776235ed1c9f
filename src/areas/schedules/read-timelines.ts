import type { AccountRow } from '#areas/accounts/index.ts';
import { getOrganization } from '#areas/organizations/index.ts';
import { localDate } from '#core/period-zone.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Setting } from './apply-edits.ts';
import { draftStale } from './problems.ts';
import type { DateFacts } from './rules.ts';
import { type DraftRow, findDraft, findInvoicedUntil, readTimelineVersion } from './store/drafts.ts';
import { listTimeline, type PlannedSchedule } from './store/schedules.ts';
import { endsAfter } from './timeline.ts';

/** The data for edits and finalization, read under the account lock. */
export interface Timelines {
  live: PlannedSchedule[];
  draft: PlannedSchedule[];
  draftRow: DraftRow | null;
  version: number;
  timeZone: string;
  dates: DateFacts;
}

export async function readTimelines(
  tx: Tx,
  org: Org,
  requested: { account: AccountRow; now: Temporal.Instant },
): Promise<Timelines> {
  const accountId = requested.account.id;
  const [live, draft, draftRow, version, invoicedUntil, organization] = await Promise.all([
    listTimeline(tx, org, { accountId, mode: 'ACTIVE' }),
    listTimeline(tx, org, { accountId, mode: 'DRAFT' }),
    findDraft(tx, org, accountId),
    readTimelineVersion(tx, org, accountId),
    findInvoicedUntil(tx, org, accountId),
    getOrganization(tx, org),
  ]);
  const timeZone = zoneOf([...live, ...draft], {
    now: requested.now,
    organizationZone: organization.timezone,
  });
  const today = localDate(requested.now, timeZone);
  const dates = { live, now: requested.now, today, invoicedUntil };
  return { live, draft, draftRow, version, timeZone, dates };
}

/** The settings by which the account's edits are checked. */
export function settingOf({ dates, timeZone }: Timelines, account: AccountRow): Setting {
  return { dates, timeZone, currency: account.invoiceCurrency };
}

/** Rejects a draft whose live timeline has changed since it was made. */
export function requireFresh(timelines: Timelines, accountId: string): void {
  const { draftRow, version } = timelines;
  if (draftRow && draftRow.basedOn !== version) throw draftStale({ id: accountId });
}

const REACH_DAYS = 402;

/**
 * Days of one timeline must tile, so a new schedule takes the zone of the schedules that an edit can reach:
 * 400 days back, plus two because zones differ. Otherwise the timeline follows the organization to another
 * zone.
 */
function zoneOf(
  timeline: readonly PlannedSchedule[],
  facts: { now: Temporal.Instant; organizationZone: string },
): string {
  const oldest = localDate(facts.now, facts.organizationZone).subtract({ days: REACH_DAYS });
  return timeline.findLast((entry) => endsAfter(entry, oldest))?.timeZone ?? facts.organizationZone;
}
