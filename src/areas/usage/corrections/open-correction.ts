import { findDebited, type WalletKey } from '#areas/entitlements/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { lockIngestionShared, readDatabaseClock } from '#platform/db/scheduled-work.ts';
import type { Deployment } from '#platform/deployment.ts';
import type { Org } from '#platform/http/operation.ts';
import type { EventSource } from '../event.ts';
import { sentAtOf, unpackFields } from '../event-context.ts';
import { referenceOf } from '../event-numbers.ts';
import { type AccountFacts, periodOf } from '../known/account-facts.ts';
import type { CatalogFacts } from '../known/catalog-facts.ts';
import { type KnownFacts, learn, nothingKnown } from '../known/known-facts.ts';
import { namesIn } from '../known/names-in-events.ts';
import { readLatePolicy } from '../late-usage.ts';
import { type ReservedSchemas, reservedSchemas } from '../reserved-schemas.ts';
import type { Event } from '../schema.ts';
import { lockWaiting } from '../store/corrections.ts';
import { type EventRow, listEventsByNumber } from '../store/events.ts';
import { refuseCorrection } from './judge-correction.ts';
import type { CorrectionAction } from './schema.ts';

export interface CorrectionContext {
  tx: Tx;
  org: Org;
  deployment: Deployment;
}

export interface Correction {
  action: CorrectionAction;
  /** Of the events, each once. */
  numbers: readonly number[];
  /** What is ingested instead of the event; of REDO_EVENT. */
  replacement: Event | null;
  /** Of what is ingested again. */
  source: EventSource;
  /** Of timed work, the instant at which it fell due; otherwise the clock decides. */
  now?: Temporal.Instant;
}

/** An event that is about to be corrected. */
export interface Candidate {
  row: EventRow;
  reference: string;
  /** That it took credits from. */
  wallets: readonly WalletKey[];
  /** What is to be ingested, except its id; null when nothing is. */
  event: Event | null;
}

/** A correction with all that decides about it, its events locked. */
export interface OpenCorrection {
  action: CorrectionAction;
  source: EventSource;
  now: Temporal.Instant;
  candidates: Candidate[];
  /** Why an event stays as it is, by its number. */
  refusals: Map<number, string>;
  known: KnownFacts;
  catalog: CatalogFacts;
  accounts: AccountFacts;
  reserved: ReservedSchemas;
}

/**
 * Begins like an ingestion, so that a cycle that closes waits for the correction, or the correction sees the
 * clock at which it closed. Events that wait are locked first, then all in the order of their numbers: of two
 * corrections of one event the later one finds what the earlier one made of it.
 */
export async function openCorrection(
  { tx, org, deployment }: CorrectionContext,
  correction: Correction,
): Promise<OpenCorrection> {
  const { action, numbers, source } = correction;
  // Sent in this order without waiting: each statement sees what was there when the locks before it were had.
  const [, clock, , rows, debited] = await Promise.all([
    lockIngestionShared(tx, org),
    readDatabaseClock(tx, org),
    lockWaiting(tx, org, numbers),
    listEventsByNumber(tx, org, numbers, { isLocked: true }),
    findDebited({ tx, org }, numbers.map(referenceOf)),
  ]);
  const now = correction.now ?? clock;
  const all = rows.map((row): Candidate => {
    const reference = referenceOf(row.seq);
    const event = action === 'UNDO' ? null : (correction.replacement ?? sentEvent(row));
    return { row, reference, wallets: debited.get(reference) ?? [], event };
  });
  const reserved = reservedSchemas(deployment.wirePrefix);
  const known = nothingKnown();
  const facts = await learnAll(tx, org, { known, reserved, candidates: all });
  const isAdjusting = (await readLatePolicy(tx, org)) === 'ADJUST';
  const refusals = new Map<number, string>();
  for (const { row, wallets } of all) {
    const { status, accountId, eventTime } = row;
    const isDebited = wallets.length > 0;
    const cycle = accountId === null ? undefined : periodOf(facts.accounts, accountId, eventTime)?.cycle;
    const refusal = refuseCorrection({ status, isDebited, cycle }, { action, now, isAdjusting });
    if (refusal) refusals.set(row.seq, refusal);
  }
  const candidates = all.filter(({ row }) => !refusals.has(row.seq));
  return { action, source, now, candidates, refusals, known, reserved, ...facts };
}

/** The facts of the accounts that events counted for, and of what is to be ingested. */
async function learnAll(
  tx: Tx,
  org: Org,
  about: { known: KnownFacts; reserved: ReservedSchemas; candidates: readonly Candidate[] },
): Promise<{ catalog: CatalogFacts; accounts: AccountFacts }> {
  const { known, reserved, candidates } = about;
  const events = candidates.flatMap(({ event }) => event ?? []);
  const refs = new Set(events.map(({ accountId }) => accountId));
  for (const { row } of candidates) if (row.accountId !== null) refs.add(row.accountId);
  return learn(tx, org, { known, names: namesIn(events, reserved), refs: [...refs] });
}

/** The event as it was sent. */
function sentEvent(row: EventRow): Event {
  const { schemaName } = row;
  return { schemaName, timestamp: sentAtOf(row), ...unpackFields(row.facts, row) };
}
