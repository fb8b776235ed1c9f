import { setTimeout as sleep } from 'node:timers/promises';
import { type BackupState, readBackupState } from '../db/backup-state.ts';
import { realNow } from '../db/clock.ts';
import type { Database } from '../db/database.ts';
import { type DatabaseFigures, readDatabaseFigures } from '../db/database-figures.ts';
import { type FailingWork, readFailingWork } from '../db/failing-work.ts';
import { type OutboxState, readOutboxes } from '../db/outbox-state.ts';
import {
  isHeld,
  OUTGOING_KINDS,
  type OutgoingHold,
  type OutgoingKind,
  readOutgoingHolds,
} from '../db/outgoing-hold.ts';
import type { Metrics } from './metrics.ts';

/** Scrapes within this time get the same values. */
const FRESH_MS = 5_000;
const TIMEOUT_MS = 2_000;

type States = [OutboxState[], FailingWork[], DatabaseFigures, OutgoingHold[], BackupState];

/**
 * Updates the metrics that the database knows before they are exported. If it does not respond, these are
 * omitted and the others are exported.
 */
export function outboxRefresher(parts: { database: Database; metrics: Metrics }): () => Promise<void> {
  let requested: { at: number; states: Promise<States> } | undefined;
  return async () => {
    if (!requested || performance.now() - requested.at > FRESH_MS)
      requested = {
        at: performance.now(),
        states: readStates(parts.database),
      };
    const late = sleep(TIMEOUT_MS, null, { ref: false });
    const states = await Promise.race([requested.states, late]).catch(() => null);
    if (states === null) requested = undefined;
    parts.metrics.setOutboxes(states?.[0].map(gaugeOf) ?? null);
    parts.metrics.setFailingWork(states?.[1] ?? null);
    parts.metrics.setDatabase(states?.[2] ?? null);
    parts.metrics.setHeld(states && heldOf(states[3]));
    parts.metrics.setBackups(states?.[4] ?? null);
  };
}

function readStates(database: Database): Promise<States> {
  return Promise.all([
    readOutboxes(database),
    readFailingWork(database),
    readDatabaseFigures(database),
    readOutgoingHolds(database),
    readBackupState(database),
  ]);
}

function heldOf(holds: readonly OutgoingHold[]): Map<OutgoingKind, boolean> {
  const held = holds.filter(isHeld).map(({ kind }) => kind);
  return new Map(OUTGOING_KINDS.map((kind) => [kind, held.includes(kind)]));
}

function gaugeOf({ outbox, waiting, oldest }: OutboxState) {
  const seconds = oldest ? realNow().since(oldest).total('seconds') : 0;
  return { outbox, waiting, oldestSeconds: Math.max(0, seconds) };
}
