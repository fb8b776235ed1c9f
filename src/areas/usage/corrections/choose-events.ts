import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { numberOf } from '../event-numbers.ts';
import { correctionInvalid, eventNotFound, nothingToCorrect } from '../problems.ts';
import { listEventsOfAccount, type ShownInstant } from '../store/corrections.ts';
import { listOccurrences } from '../store/event-occurrences.ts';
import { type EventRow, listEventsByNumber } from '../store/events.ts';
import { uncorrectableStatuses } from './check-correction.ts';
import type { CorrectEventsQuery, CorrectEventsRequest } from './schema.ts';

type Requested = CorrectEventsQuery & CorrectEventsRequest;

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
    if (accountId === undefined)
      throw correctionInvalid({ at: 'account_id', rule: 'is required with other filters' });
  } else if (!event?.id)
    throw correctionInvalid({
      at: 'event.id',
      rule: action === 'REDO_EVENT' ? 'is required' : 'is required; send it, or filters with account_id',
    });
}

function isFiltered(requested: Requested): boolean {
  const { account_id, id, event_id, event_source_time, created_at } = requested;
  return [account_id, id, event_id, event_source_time, created_at].some((value) => value !== undefined);
}

/** The newest occurrence that is not a duplicate: after a correction, the id refers to the new event. */
async function findNamed(tx: Tx, org: Org, eventId: string): Promise<number> {
  const rows = await listOccurrences(tx, org, eventId);
  const row = rows.find(({ status }) => status !== 'INGESTION_FAILED_DUPLICATE_EVENT') ?? rows[0];
  if (!row) throw eventNotFound({ id: eventId });
  return row.seq;
}

type Filters = Requested & { except: readonly EventRow['status'][]; limit: number };

async function listFiltered(tx: Tx, org: Org, filters: Filters): Promise<number[]> {
  const { account_id: accountId = '', id, event_id: eventId, except, limit } = filters;
  const eventTime = filters.event_source_time && shown(filters.event_source_time);
  const receivedAt = filters.created_at && shown(filters.created_at);
  if (id === undefined && eventId === undefined)
    return listEventsOfAccount(tx, org, { accountId, eventTime, receivedAt, except, limit });
  const rows = await listNamed(tx, org, { id, eventId });
  return rows
    .filter((row) => row.accountId === accountId && !except.includes(row.status))
    .filter((row) => (eventId === undefined || row.eventId === eventId) && isIn(row.eventTime, eventTime))
    .filter((row) => isIn(row.receivedAt, receivedAt))
    .sort((a, b) => Temporal.Instant.compare(b.eventTime, a.eventTime) || a.seq - b.seq)
    .slice(0, limit)
    .map(({ seq }) => seq);
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
