import { decimalText } from '#core/decimal.ts';
import type { Audit, Mismatch } from '#platform/audits.ts';
import { MAX_MISMATCHES } from '#platform/audits.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import {
  type EventMismatch,
  findEventRange,
  listUncountedEvents,
  listUsageRowMismatches,
  type RequestedEvents,
} from '../store/audit-events.ts';
import {
  BEFORE_KEYS,
  findKeyRange,
  listStrayKeys,
  listUnkeyedEvents,
  listWaitingMismatches,
} from '../store/audit-ids.ts';
import type { RollupMismatch } from '../store/audit-rollups.ts';
import {
  findHourStretch,
  hasMeterHours,
  listMeterHourMismatches,
  type MeterHourMismatch,
} from '../store/meter-hours.ts';
import { compareRollups } from './compare-rollups.ts';
import { findRollupPage, type PageLimits } from './rollup-pages.ts';

/** Number of events or ids; pages are short for the reason given at `PageLimits` in rollup-pages.ts. */
const PAGE_ROWS = 5_000;
/** Rows by account or context, which are added up by meter: tenths of a second. */
const HOUR_ROWS = 20_000;

/** Invariants I5 to I7 of metering: every accepted event counts exactly once, and the rollups match. */
export const usageAudits: readonly Audit[] = [
  rollupAudit(),
  meterHourAudit(),
  {
    name: 'usage.events',
    claim: 'every event was counted, was filtered out by its meters, or has a reason why it was not counted',
    check: byNumber(listUncountedEvents),
  },
  {
    name: 'usage.rows',
    claim: 'meters whose quantity cannot be derived from sums have exactly one row of usage for each event',
    check: byNumber(listUsageRowMismatches),
  },
  {
    name: 'usage.accepted_once',
    claim: 'every event accepted in the last 45 days holds its id, and no other event does',
    check: byNumber(listUnkeyedEvents),
  },
  {
    name: 'usage.ids',
    claim: 'every reserved id belongs to an event that was accepted or is on hold',
    async check({ tx, org }, after) {
      const range = await findKeyRange(tx, org, { after: after ?? BEFORE_KEYS, limit: PAGE_ROWS });
      const found = await listStrayKeys(tx, org, { range, limit: MAX_MISMATCHES });
      const mismatches = found.map(({ key, problem }) => ({ subject: `id with the key ${key}`, problem }));
      return { mismatches, next: range.next };
    },
  },
  {
    name: 'usage.waiting',
    claim:
      'events on hold for an account or a schema are indexed by it, so that they are reprocessed when ' +
      'it exists',
    check: byNumber(listWaitingMismatches, { isUnprocessed: true }),
  },
];

export function rollupAudit(limits?: PageLimits): Audit {
  return {
    name: 'usage.rollups',
    claim: 'the usage of every hour and cycle equals the sum of its events',
    async check({ tx, org }, after) {
      const { next, ...page } = await findRollupPage(tx, org, { after, ...(limits && { limits }) });
      const found = await compareRollups(tx, org, { ...page, limit: MAX_MISMATCHES });
      return { mismatches: found.slice(0, MAX_MISMATCHES).map(describeRollup), next };
    },
  };
}

/** Walks the hours, with so many rows by account or context at a time. */
export function meterHourAudit(rows = HOUR_ROWS): Audit {
  return {
    name: 'usage.meter_hours',
    claim: 'the usage of every meter and hour equals the sum of its accounts',
    async check({ tx, org }, after) {
      // An organization that was just upgraded is recounted within an hour.
      if (!(await hasMeterHours(tx, org))) return { mismatches: [], next: null };
      const from = after === null ? null : Temporal.Instant.from(after);
      const hours = await findHourStretch(tx, org, { after: from, rows });
      const found = await listMeterHourMismatches(tx, org, { ...hours, limit: MAX_MISMATCHES });
      return { mismatches: found.map(describeMeterHour), next: hours.last?.toString() ?? null };
    },
  };
}

function byNumber(
  list: (tx: Tx, org: Org, requested: RequestedEvents) => Promise<EventMismatch[]>,
  { isUnprocessed = false } = {},
): Audit['check'] {
  return async ({ tx, org, now }, after) => {
    const range = await findEventRange(tx, org, {
      after: Number(after ?? 0),
      limit: PAGE_ROWS,
      isUnprocessed,
    });
    const found = await list(tx, org, { range, now, limit: MAX_MISMATCHES });
    const mismatches = found.map(({ reference, problem }) => ({ subject: `event ${reference}`, problem }));
    return { mismatches, next: range.next === null ? null : String(range.next) };
  };
}

function describeMeterHour(found: MeterHourMismatch): Mismatch {
  const { meterId, hourAt, keptUnits, keptEvents, units, events } = found;
  const kept = `${decimalText(keptUnits)} of ${keptEvents} events`;
  return {
    subject: `meter ${meterId}, hour ${hourAt}`,
    problem: `the sum of all accounts is ${kept}, but they add up to ${decimalText(units)} of ${events}`,
  };
}

function describeRollup(found: RollupMismatch): Mismatch {
  const { rollup, accountId, meterId, at, scheduleId, cycleStart, keptUnits, keptEvents, units, events } =
    found;
  const stretch =
    rollup === 'HOUR' ? `hour ${at ?? 'before all others'}` : `schedule ${scheduleId}, cycle ${cycleStart}`;
  const kept = `${decimalText(keptUnits)} of ${keptEvents} events`;
  return {
    subject: `account ${accountId}, meter ${meterId}, ${stretch}`,
    problem: `the rollup has ${kept}, but the events add up to ${decimalText(units)} of ${events}`,
  };
}
