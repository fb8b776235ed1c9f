import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { numberOf } from '../event-numbers.ts';
import { correctionInvalid, eventNotFound, nothingToCorrect } from '../problems.ts';
import { EVENT_STATUSES, type EventStatus, statusesOf } from '../statuses.ts';
import { listCorrectable, type ShownInstant } from '../store/corrections.ts';
import { listOccurrences } from '../store/event-occurrences.ts';
import { type EventRow, listEventsByNumber } from '../store/events.ts';
import { listWaitingNumbers } from '../store/waiting.ts';
import { uncorrectableStatuses } from './check-correction.ts';
import type { CorrectEventsQuery, CorrectEventsRequest } from './schema.ts';

type Requested = CorrectEventsQuery & CorrectEventsRequest & { account_ref?: string | undefined };

/**
 * The numbers of the events to correct: the one that the body names, or those that match the filters. Raises
 * problems if the request selects none.
 */
export async function chooseEvents(
  tx: Tx,
  org: Org,
  requested: Requested & { limit: number },
): Promise<number[]> {
  checkRequest(requested);
  if (!isFiltered(requested)) return [await findNamed(tx, org, requested.event?.id ?? '')];
  const except = uncorrectableStatuses(requested.action);
  // If no event can be corrected, the response says why.
  const found = await listFiltered(tx, org, { ...requested, except });
  const numbers = found.length > 0 ? found : await listFiltered(tx, org, { ...requested, except: [] });
  if (numbers.length === 0) throw nothingToCorrect();
  return numbers;
}

function checkRequest(requested: Requested): void {
  const { action, event, account_id: accountId } = requested;
  if (action === 'REDO_EVENT' && isFiltered(requested))
    throw correctionInvalid({
      at: 'action',
      rule: 'REDO_EVENT must be sent without filters; event.id selects the event',
    });
  if (event && isFiltered(requested))
    throw correctionInvalid({
      at: 'event',
      rule: 'must not be sent with filters; send either event or filters',
    });
  if (isFiltered(requested)) {
    if (accountId === undefined && requested.account_ref === undefined && !isOfUncounted(requested))
      throw correctionInvalid({ at: 'account_id', rule: 'is required with other filters' });
  } else if (!event?.id)
    throw correctionInvalid({
      at: 'event.id',
      rule: action === 'REDO_EVENT' ? 'is required' : 'is required; send it, or filters with account_id',
    });
}

function isFiltered(requested: Requested): boolean {
  const { account_id, account_ref, id, event_id, event_source_time, created_at } = requested;
  const { schema_name, status, from, until } = requested;
  return [
    ...[account_id, account_ref, id, event_id, event_source_time, created_at],
    ...[schema_name, status, from, until],
  ].some((value) => value !== undefined);
}

/** Uncounted events of a schema are few and have an index; its other events may be all that there are. */
function isOfUncounted({ schema_name, status }: Requested): boolean {
  return schema_name !== undefined && status !== undefined && !statusesOf(status).includes(METERED);
}

const METERED: EventStatus = 'INGESTION_COMPLETED_EVENT_METERED';

/** The newest occurrence that is not a duplicate: after a correction, the id refers to the new event. */
async function findNamed(tx: Tx, org: Org, eventId: string): Promise<number> {
  const rows = await listOccurrences(tx, org, eventId);
  const row = rows.find(({ status }) => status !== 'INGESTION_FAILED_DUPLICATE_EVENT') ?? rows[0];
  if (!row) throw eventNotFound({ id: eventId });
  return row.seq;
}

type Filters = Requested & { except: readonly EventRow['status'][]; limit: number };

async function listFiltered(tx: Tx, org: Org, filters: Filters): Promise<number[]> {
  const { account_id: accountId, id, event_id: eventId, except, limit } = filters;
  if (filters.account_ref !== undefined)
    return listWaitingNumbers(tx, org, { accountRef: filters.account_ref, limit });
  const eventTime = filters.event_source_time && shown(filters.event_source_time);
  const receivedAt = filters.created_at && shown(filters.created_at);
  if (id === undefined && eventId === undefined)
    return listCorrectable(tx, org, {
      ...{ accountId, schemaName: filters.schema_name, eventTime, receivedAt, limit },
      ...{ from: filters.from, until: filters.until },
      statuses: (filters.status ? statusesOf(filters.status) : EVENT_STATUSES).filter(
        (status) => !except.includes(status),
      ),
    });
  const rows = await listNamed(tx, org, { id, eventId });
  return rows
    .filter((row) => row.accountId === accountId && !except.includes(row.status))
    .filter((row) => isOther(row, filters))
    .filter((row) => (eventId === undefined || row.eventId === eventId) && isIn(row.eventTime, eventTime))
    .filter((row) => isIn(row.receivedAt, receivedAt))
    .sort((a, b) => Temporal.Instant.compare(b.eventTime, a.eventTime) || a.seq - b.seq)
    .slice(0, limit)
    .map(({ seq }) => seq);
}

/** The filters that an id makes narrower. */
function isOther(
  { schemaName, status, eventTime }: EventRow,
  { schema_name, from, until, ...filters }: Filters,
) {
  const { compare } = Temporal.Instant;
  if (schema_name !== undefined && schemaName !== schema_name) return false;
  if (filters.status && !statusesOf(filters.status).includes(status)) return false;
  return !(from && compare(eventTime, from) < 0) && !(until && compare(eventTime, until) >= 0);
}

async function listNamed(
  tx: Tx,
  org: Org,
  { id, eventId }: { id: string | undefined; eventId: string | undefined },
): Promise<EventRow[]> {
  if (id === undefined) return listOccurrences(tx, org, eventId ?? '');
  const seq = numberOf(id);
  return seq === null ? [] : listEventsByNumber(tx, org, [seq]);
}

/** Responses show milliseconds, so a filter in milliseconds matches every instant shown that way. */
function shown(from: Temporal.Instant): ShownInstant {
  const isWhole = from.epochNanoseconds % 1_000_000n === 0n;
  return { from, until: from.add(isWhole ? { milliseconds: 1 } : { microseconds: 1 }) };
}

function isIn(at: Temporal.Instant, range: ShownInstant | undefined): boolean {
  if (!range) return true;
  const { compare } = Temporal.Instant;
  return compare(range.from, at) <= 0 && compare(at, range.until) < 0;
}
