import { describe, expect, it } from 'vitest';
import type { ScheduleCycle } from '#areas/schedules/index.ts';
import { EVENT_STATUSES, type EventStatus } from '../statuses.ts';
import { correctionProblem, keepsStatus } from './check-correction.ts';
import { CORRECTION_ACTIONS, type CorrectionAction } from './schema.ts';

const now = Temporal.Instant.from('2030-02-03T00:00:00Z');
const start = Temporal.PlainDate.from('2030-01-01');
/** A cycle of January that takes events until an instant. */
const until = (text: string) => ({ start, dueAt: Temporal.Instant.from(text) }) as unknown as ScheduleCycle;
const [OPEN, CLOSED] = [until('2030-02-03T00:00:00.000001Z'), until('2030-02-03T00:00:00Z')];

/** R refused, N corrected without the mark, C corrected. */
function verdict(
  status: EventStatus,
  action: CorrectionAction,
  { cycle, isDebited = false }: { cycle?: ScheduleCycle; isDebited?: boolean } = {},
): string {
  const event = { status, isDebited, cycle };
  if (correctionProblem(event, { action, now, isAdjusting: false })) return 'R';
  return keepsStatus(event, action) ? 'N' : 'C';
}

describe('the table of metering-pricing.md 8', () => {
  const EXPECTED: Record<EventStatus, string> = {
    //                                             UNDO, REDO, REDO_EVENT; the same in a closed cycle
    INGESTION_IN_PROGRESS: /*                    */ 'RRR RRR',
    INGESTION_FAILED: /*                         */ 'CCC RRR',
    INGESTION_FAILED_SCHEMA_NOT_DEFINED: /*      */ 'CCC RRR',
    INGESTION_FAILED_ENRICHMENT_FAILED: /*       */ 'CCC RRR',
    INGESTION_FAILED_UNITS_INVALID: /*           */ 'CNN RNN',
    INGESTION_COMPLETED_NO_MATCHING_METERS: /*   */ 'CCC RRR',
    INGESTION_COMPLETED_EVENT_METERED: /*        */ 'CCC RRR',
    INGESTION_COMPLETED_EVENT_NOT_METERED: /*    */ 'CCC RRR',
    INGESTION_FAILED_PAST_GRACE_PERIOD: /*       */ 'CNN RNN',
    INGESTION_FAILED_ACCOUNT_NOT_FOUND: /*       */ 'CCC RRC',
    INGESTION_FAILED_DUPLICATE_EVENT: /*         */ 'RRR RRR',
    INGESTION_FAILED_NO_EVENT_ID: /*             */ 'CCC RRR',
    INGESTION_FAILED_INVALID_NAMED_LICENSE_EVENT: 'CCC RRR',
    INGESTION_FAILED_INSUFFICIENT_CREDITS: /*    */ 'RCC RRR',
    REVERTED: /*                                 */ 'RRR RRR',
    UNKNOWN: /*                                  */ 'RRR RRR',
  };
  it.each(EVENT_STATUSES)('%s', (status) => {
    const row = [OPEN, CLOSED].map((cycle) =>
      CORRECTION_ACTIONS.map((action) => verdict(status, action, { cycle })).join(''),
    );
    expect(row.join(' ')).toBe(EXPECTED[status]);
  });
});

it('an event without a cycle has no deadline', () => {
  expect(verdict('INGESTION_COMPLETED_EVENT_METERED', 'UNDO')).toBe('C');
});

it('what took credits although it failed has something to give back', () => {
  const status = 'INGESTION_FAILED_UNITS_INVALID';
  expect(verdict(status, 'REDO', { cycle: OPEN, isDebited: true })).toBe('C');
  expect(verdict(status, 'REDO', { cycle: CLOSED, isDebited: true })).toBe('R');
});
