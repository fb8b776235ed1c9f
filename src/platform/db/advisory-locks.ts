/**
 * Advisory locks of the product: the class is the first key of the two-key form, the organization the second.
 */
export const LOCK_CLASS = {
  ingestion: 4_001,
  scheduledWork: 4_002,
  processSlot: 4_004,
  signingKeys: 4_005,
  writers: 4_006,
  compaction: 4_007,
} as const;

/** The advisory lock that a transaction begins with and has to its end; many may share one. */
export interface TxLock {
  lockClass: number;
  mode: 'shared' | 'alone';
}

/**
 * What every writing transaction of an organization begins with unless it names another: whoever has to have
 * the organization to itself waits for those that have begun, none of which then waits for it.
 */
export const WRITES: TxLock = { lockClass: LOCK_CLASS.writers, mode: 'shared' };

/** The scope of a transaction that begins when no other writes, but those that ingest. */
export const WRITES_ALONE = {
  access: 'write',
  lock: { lockClass: LOCK_CLASS.writers, mode: 'alone' },
} as const;

/**
 * The scope of a transaction that ingests. What it reads, the clock before all, is read under its lock; a
 * timed work that falls due waits, or has passed that clock.
 */
export const INGESTS = {
  access: 'write',
  lock: { lockClass: LOCK_CLASS.ingestion, mode: 'shared' },
} as const;
