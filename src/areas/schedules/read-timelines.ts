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

/** Everything that an edit and a finalization look at, read under the lock on the account. */
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
  asked: { account: AccountRow; now: Temporal.Instant },
): Promise<Timelines> {
  const accountId = asked.account.id;
  const [live, draft, draftRow, version, invoicedUntil, organization] = await Promise.all([
    listTimeline(tx, org, { accountId, mode: 'ACTIVE' }),
    listTimeline(tx, org, { accountId, mode: 'DRAFT' }),
    findDraft(tx, org, accountId),
    readTimelineVersion(tx, org, accountId),
    findInvoicedUntil(tx, org, accountId),
    getOrganization(tx, org),
  ]);
  const timeZone = zoneOf([...live, ...draft], { now: asked.now, organizationZone: organization.timezone });
  const today = localDate(asked.now, timeZone);
  const dates = { live, now: asked.now, today, invoicedUntil };
  return { live, draft, draftRow, version, timeZone, dates };
}

/** What edits of the account are judged by. */
export function settingOf({ dates, timeZone }: Timelines, account: AccountRow): Setting {
  return { dates, timeZone, currency: account.invoiceCurrency };
}

/** Refuses a draft whose live timeline has changed under it. */
export function requireFresh(timelines: Timelines, accountId: string): void {
  const { draftRow, version } = timelines;
  if (draftRow && draftRow.basedOn !== version) throw draftStale({ id: accountId });
}

const REACH_DAYS = 402;

/**
 * Days of one timeline must tile, so a new schedule takes the zone of the schedules that an edit could reach:
 * 400 days back, and two more because zones differ. Only a timeline out of reach follows the organization to
 * another zone.
 */
function zoneOf(
  timeline: readonly PlannedSchedule[],
  facts: { now: Temporal.Instant; organizationZone: string },
): string {
  const oldest = localDate(facts.now, facts.organizationZone).subtract({ days: REACH_DAYS });
  return timeline.findLast((entry) => endsAfter(entry, oldest))?.timeZone ?? facts.organizationZone;
}
