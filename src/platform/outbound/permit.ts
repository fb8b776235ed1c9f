import type { Tx } from '../db/database.ts';
import { findOutgoingHold, type OutgoingKind } from '../db/outgoing-hold.ts';

declare const GIVEN: unique symbol;

/**
 * Allows something to leave the deployment: whatever connects to others requires one, so that a new way
 * cannot forget that an operator may hold it (docs/decisions/0155).
 */
export interface Permit {
  /** SIGN_IN: requests to identity providers, which are never held: operators have to get in. */
  readonly kind: OutgoingKind | 'SIGN_IN';
  readonly [GIVEN]: true;
}

/** Only these objects are permits, whatever looks like one. */
const permits = new WeakSet<Permit>();

/** For requests of a person who logs in, or chooses the identity provider. */
export const SIGN_IN: Permit = give('SIGN_IN');

/** A permit for what is claimed in this transaction; or since when its kind is held. */
export async function requestPermit(
  tx: Tx,
  kind: OutgoingKind,
): Promise<{ permit: Permit } | { heldAt: Temporal.Instant }> {
  const hold = await findOutgoingHold(tx, kind);
  return hold ? { heldAt: hold.heldAt } : { permit: give(kind) };
}

/** A permit for messages that leave although their kind is held: they did not exist before. */
export function permitNewMessages(kind: OutgoingKind): Permit {
  return give(kind);
}

/** Throws if it is no permit, or one for something else. */
export function checkPermit(permit: Permit, kinds: readonly Permit['kind'][]): void {
  if (!permits.has(permit) || !kinds.includes(permit.kind))
    throw new Error('something would leave the deployment without a permit');
}

function give(kind: Permit['kind']): Permit {
  const permit = Object.freeze({ kind }) as Permit;
  permits.add(permit);
  return permit;
}
