import type { correctEvents, explainUncountedEvents } from '../../../api/generated/events-and-usage.ts';
import type { UncountedEvents } from '../../../api/generated/types.ts';
import type { InputOf } from '../../../api/operation.ts';
import { addDays, later, now } from '../../../format/time.ts';
import type { ShownEvent } from './event-detail.tsx';

type Input = InputOf<typeof explainUncountedEvents>;

export interface UncountedSearch {
  event_id?: string;
  account_id?: string;
  customer_id?: string;
  day?: string;
}

/** The report of an account or a customer, or of all; of one day, or of the last thirty. */
export function uncountedInput({ account_id, customer_id, day }: UncountedSearch): Input {
  const from = day && `${day}T00:00:00.000Z`;
  return {
    ...(account_id && { account_id }),
    ...(customer_id && { customer_id }),
    ...(from && { from, until: later(from, 'day') }),
  };
}

/** The report that an event is part of: of its account if it has one, and of its schema. */
export function inputLike({ eventPayload, eventPipelineInfo }: ShownEvent): Input {
  const { account } = eventPipelineInfo;
  const afterEvent = later(eventPayload.timestamp, 'day');
  // By default the report ends now: before the event, if the clock of its sender is ahead.
  const until = afterEvent > now() || isOld(eventPayload.timestamp) ? { until: afterEvent } : {};
  return {
    schema_name: eventPayload.schemaName,
    ...(account && { account_id: account.id }),
    ...until,
  };
}

/** Whether an event is before the days that the report has by default. */
function isOld(timestamp: string): boolean {
  return addDays(now().slice(0, 10), -REPORT_DAYS) > timestamp.slice(0, 10);
}

const REPORT_DAYS = 29;

/** The group of events that were not counted for the same reason as this one; null if it was counted. */
export function groupLike(
  { ingestionStatus, eventPayload }: ShownEvent,
  groups: readonly UncountedEvents[],
): UncountedEvents | null {
  const { status, statusDescription } = ingestionStatus;
  const same = groups.filter((group) => group.status === status && !group.isCountedByOthers);
  return (
    same.find(({ reason, accountRef }) =>
      accountRef === undefined ? reason === statusDescription : accountRef === eventPayload.accountId,
    ) ?? (same.length === 1 ? (same[0] ?? null) : null)
  );
}

type Correction = InputOf<typeof correctEvents>;

/**
 * How a correction selects this event: by its id, or, if it has none, by its reference and its account. The
 * account as sent may be an alias.
 */
export function correctedBy({
  eventPayload,
  referenceId,
  eventPipelineInfo,
}: ShownEvent): Pick<Correction, 'account_id' | 'id' | 'body'> {
  if (eventPayload.id !== undefined) return { body: { event: eventPayload as RequestedEvent } };
  return { account_id: eventPipelineInfo.account?.id ?? eventPayload.accountId, id: referenceId };
}

type RequestedEvent = NonNullable<NonNullable<Correction['body']>['event']>;
