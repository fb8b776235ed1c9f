import { getAccount } from '#areas/accounts/index.ts';
import { getOrganization } from '#areas/organizations/index.ts';
import type { Decimal } from '#core/decimal.ts';
import { sqlState, type Tx } from '#platform/db/database.ts';
import { limitReads } from '#platform/db/limited-reads.ts';
import type { Org } from '#platform/http/operation.ts';
import { startTurns } from '#platform/turns.ts';
import { checkEntity } from '../check-existence.ts';
import type { IntervalMinutes } from '../intervals.ts';
import { backtestTooLarge } from '../problems.ts';
import type { Limit, WatchedThing } from '../read-details.ts';
import { runCheck } from '../run-check.ts';
import type { AlertRow } from '../store/alerts.ts';
import type { AlertTemplate } from '../templates.ts';
import { listTicks } from '../ticks.ts';
import { type PastIncident, replayIncidents } from './incident-replay.ts';
import type { PastSight } from './past-sights.ts';
import { backtestInterval, readPastSights } from './past-values.ts';

export interface BacktestTerms {
  template: AlertTemplate;
  intervalMinutes: IntervalMinutes;
  thing: WatchedThing;
  limit: Limit;
  days: number;
}

export interface Backtest {
  alert: AlertRow;
  from: Temporal.Instant;
  incidents: readonly PastIncident[];
  /** Of each check, in order. */
  sights: readonly PastSight[];
  /** Checks at which the condition held. */
  checksHeld: number;
}

interface Parts {
  tx: Tx;
  org: Org;
  now: Temporal.Instant;
}

const STATEMENT_SECONDS = 5;
/** The SQLSTATE of a statement that exceeded the time limit. */
const CANCELLED = '57014';

/**
 * Runs the checks that an alert would have had in the last days, as if it had been created then and nobody
 * had closed its incidents: at its ticks, by its condition, with the moves of its incidents (`runCheck`).
 * Values are those of today's data by the time of usage. Raises `backtestUnsupported`, `backtestTooLarge`,
 * and not-found problems of what the alert names.
 */
export async function backtestAlert(parts: Parts, terms: BacktestTerms): Promise<Backtest> {
  const { tx, org, now } = parts;
  const { template, thing, days } = terms;
  if (template.entity && thing.entityId !== null)
    await checkEntity(tx, org, { member: template.entity.member, id: thing.entityId });
  const account = thing.accountRef === null ? null : await getAccount(tx, org, thing.accountRef);
  const { timezone: timeZone } = await getOrganization(tx, org);
  const from = now.subtract({ hours: 24 * days });
  const row = rowOf(terms, { accountId: account?.id ?? null, from });
  try {
    const seen = await limitReads(tx, STATEMENT_SECONDS, async () => {
      const alert = { ...row, intervalMinutes: await backtestInterval(parts, row) };
      const ticks = listTicks({ from, until: now }, alert.intervalMinutes, timeZone);
      return { alert, sights: await readPastSights(parts, alert, { from, ticks, timeZone }) };
    });
    return { from, ...seen, ...(await replay(seen.alert, seen.sights, timeZone)) };
  } catch (error) {
    if (sqlState(error) === CANCELLED) throw backtestTooLarge({ seconds: STATEMENT_SECONDS });
    throw error;
  }
}

async function replay(alert: AlertRow, sights: readonly PastSight[], timeZone: string) {
  const turns = startTurns();
  const { at, incidents } = replayIncidents(alert, timeZone);
  let checksHeld = 0;
  for (const sight of sights) {
    await runCheck(sight, at(sight.at));
    if (sight.current?.observations.some(({ holds }) => holds)) checksHeld++;
    if (turns.isOver()) await turns.yieldLoop();
  }
  return { incidents, checksHeld };
}

function rowOf(
  { template, intervalMinutes, thing, limit }: BacktestTerms,
  { accountId, from }: { accountId: string | null; from: Temporal.Instant },
): AlertRow {
  return {
    ...{ id: '', templateId: template.id, version: 1, status: 'ACTIVE', description: null },
    ...{ intervalMinutes, validityMinutes: null, accountId, entityId: thing.entityId, ...limit },
    ...{ activatedAt: from, nextTickAt: null, checkedAt: from, createdAt: from, updatedAt: from },
  };
}

/** Many checks as a line: those at even distances, the last ones before a fall, and those of incidents. */
export function thinOut(
  { sights, incidents }: Backtest,
  most: number,
): { at: Temporal.Instant; value: Decimal }[] {
  const moved = new Set(incidents.map(({ openedAt }) => openedAt.epochMilliseconds));
  const step = Math.ceil(sights.length / most);
  return sights
    .filter(({ at, value }, index) => {
      const next = sights[index + 1];
      const isEdge = !next || (next.value.lt(value) && index % step !== step - 1);
      return index % step === 0 || isEdge || moved.has(at.epochMilliseconds);
    })
    .map(({ at, value }) => ({ at, value }));
}
