import { findDebited, type WalletKey } from '#areas/entitlements/index.ts';
import type { UsageMeterRow } from '#areas/usage-meters/index.ts';
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
import { correctionProblem } from './check-correction.ts';
import { openMeter } from './open-meter.ts';
import type { CorrectionAction } from './schema.ts';

export interface CorrectionContext {
  tx: Tx;
  org: Org;
  deployment: Deployment;
}

export interface Correction {
  action: CorrectionAction;
  /** Event numbers, each once. */
  numbers: readonly number[];
  /** The replacement that REDO_EVENT ingests. */
  replacement: Event | null;
  /** The source of the re-ingested events. */
  source: EventSource;
  /** The account that the events are sent for instead; absent: as they were sent. */
  asAccountId?: string | null;
  /** For a preview: the meter that counts the events whatever its filters say; absent: none. */
  openMeter?: UsageMeterRow | null;
  /** For scheduled work, its due instant; otherwise the clock decides. */
  now?: Temporal.Instant;
}

/** An event selected for correction. */
export interface Candidate {
  row: EventRow;
  reference: string;
  /** Wallets that the event debited. */
  wallets: readonly WalletKey[];
  /** The event to ingest, without its id; null for UNDO. */
  event: Event | null;
}

/** A correction with locked events and all facts that decide about it. */
export interface OpenCorrection {
  action: CorrectionAction;
  source: EventSource;
  now: Temporal.Instant;
  candidates: Candidate[];
  /** By event number, why the event cannot be corrected. */
  problems: Map<number, string>;
  known: KnownFacts;
  catalog: CatalogFacts;
  accounts: AccountFacts;
  reserved: ReservedSchemas;
}

/**
 * Takes the ingestion lock first, so that a closing cycle waits for the correction, or the correction sees
 * the clock at which it closed. Then it locks waiting events and all events in the order of their numbers:
 * the second of two corrections of the same event sees the result of the first.
 */
export async function openCorrection(
  { tx, org, deployment }: CorrectionContext,
  correction: Correction,
): Promise<OpenCorrection> {
  const { action, numbers, source } = correction;
  // Pipelined in this order: each statement sees the state after the earlier locks were granted.
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
    const event = action === 'UNDO' ? null : (correction.replacement ?? sentEvent(row, correction));
    return { row, reference, wallets: debited.get(reference) ?? [], event };
  });
  const reserved = reservedSchemas(deployment.wirePrefix);
  const known = nothingKnown();
  const facts = await learnAll(tx, org, { known, reserved, candidates: all });
  if (correction.openMeter) openMeter(facts.catalog, correction.openMeter);
  const isAdjusting = (await readLatePolicy(tx, org)) === 'ADJUST';
  const problems = new Map<number, string>();
  for (const { row, wallets } of all) {
    const { status, accountId, eventTime } = row;
    const isDebited = wallets.length > 0;
    const cycle = accountId === null ? undefined : periodOf(facts.accounts, accountId, eventTime)?.cycle;
    const problem = correctionProblem({ status, isDebited, cycle }, { action, now, isAdjusting });
    if (problem) problems.set(row.seq, problem);
  }
  const candidates = all.filter(({ row }) => !problems.has(row.seq));
  return { action, source, now, candidates, problems, known, reserved, ...facts };
}

/** Loads the facts of the accounts that the events counted for, and of the events to ingest. */
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

/** The event as the sender submitted it, possibly for another account. */
function sentEvent(row: EventRow, { asAccountId }: Correction): Event {
  const { schemaName } = row;
  const { accountId, ...fields } = unpackFields(row.facts, row);
  return { schemaName, timestamp: sentAtOf(row), accountId: asAccountId ?? accountId, ...fields };
}
