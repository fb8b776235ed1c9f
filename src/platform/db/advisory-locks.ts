/**
 * Held alone by a process that migrates, and shared by one that checks and registers itself. Arbitrary, but
 * the same in every release.
 */
export const MIGRATION_LOCK = 7_301_942_118;

/** Classes of advisory locks: the class is the first key of the two-key form, the organization the second. */
export const LOCK_CLASS = {
  ingestion: 4_001,
  scheduledWork: 4_002,
  processSlot: 4_004,
  signingKeys: 4_005,
  writers: 4_006,
  compaction: 4_007,
  requestLog: 4_008,
} as const;

/** The advisory lock that a transaction takes at its start and holds until its end. */
export interface TxLock {
  lockClass: number;
  mode: 'shared' | 'alone';
}

/**
 * The default lock of an organization's writing transactions. A transaction that needs the organization to
 * itself waits for the running ones, and none of those can wait for it.
 */
export const WRITES: TxLock = { lockClass: LOCK_CLASS.writers, mode: 'shared' };

/** The scope of a transaction that runs while no other transaction writes, except those that ingest. */
export const WRITES_ALONE = {
  access: 'write',
  lock: { lockClass: LOCK_CLASS.writers, mode: 'alone' },
} as const;

/**
 * The scope of a transaction that ingests. It reads under its lock, first of all the clock; scheduled work
 * that comes due waits for it, or has moved the clock that it reads.
 */
export const INGESTS = {
  access: 'write',
  lock: { lockClass: LOCK_CLASS.ingestion, mode: 'shared' },
} as const;
