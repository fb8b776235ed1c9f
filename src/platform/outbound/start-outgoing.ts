import type { Tx } from '../db/database.ts';
import type { OutgoingKind } from '../db/outgoing-hold.ts';
import type { Org } from '../http/operation.ts';
import {
  type Claim,
  type Held,
  type LeasedWork,
  type LeasedWorker,
  startLeasedWork,
} from '../jobs/leased-work.ts';
import { type Permit, permitNewMessages, requestPermit } from './permit.ts';

/** Leased work whose attempts send something to others. */
export interface OutgoingWork<T> extends Omit<LeasedWork<T>, 'attempt'> {
  /** While this kind is held nothing is claimed: it stays queued, and no attempt counts. */
  outgoing: OutgoingKind;
  /** Claims what leaves nevertheless, because it did not exist before the hold; default: nothing. */
  claimNew?(tx: Tx, org: Org, claim: Claim & { heldAt: Temporal.Instant }): Promise<readonly T[]>;
  attempt(org: Org, piece: T, held: Held & { permit: Permit }): Promise<void>;
}

interface Permitted<T> {
  piece: T;
  permit: Permit;
}

/**
 * Sends what is due for each organization for which it is woken, unless its kind is held. The hold is read in
 * the transaction that claims, so that a release counts for every process at once.
 */
export function startOutgoing<T>(work: OutgoingWork<T>): LeasedWorker {
  return startLeasedWork<Permitted<T>>({
    ...work,
    claim: async (tx, org, claim) => {
      const found = await requestPermit(tx, work.outgoing);
      if ('permit' in found) return permitEach(await work.claim(tx, org, claim), found.permit);
      const pieces = (await work.claimNew?.(tx, org, { ...claim, ...found })) ?? [];
      return permitEach(pieces, permitNewMessages(work.outgoing));
    },
    attempt: (org, { piece, permit }, held) => work.attempt(org, piece, { ...held, permit }),
  });
}

function permitEach<T>(pieces: readonly T[], permit: Permit): Permitted<T>[] {
  return pieces.map((piece) => ({ piece, permit }));
}
