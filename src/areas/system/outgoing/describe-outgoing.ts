import type { Database } from '#platform/db/database.ts';
import { isHeld, OUTGOING_KINDS, readOutgoingHolds } from '#platform/db/outgoing-hold.ts';
import { listOutgoingCharges, listOutgoingPending } from '#platform/db/outgoing-pending.ts';
import type { Outgoing } from '../schema.ts';

export const MAX_CHARGES = 500;
export const MAX_PENDING = 1000;

/** Which kinds of messages are held and why, and what would leave if they were released. */
export async function describeOutgoing(database: Database): Promise<Outgoing> {
  const holds = await readOutgoingHolds(database);
  // Operators' pages ask every minute, and usually nothing is held.
  const isAnyHeld = holds.some(isHeld);
  const [pending, charges] = await Promise.all([
    isAnyHeld ? listOutgoingPending(database) : [],
    isAnyHeld ? listOutgoingCharges(database, MAX_CHARGES) : [],
  ]);
  const heldCharges = holds.find((hold) => hold.kind === 'CHARGES' && isHeld(hold));
  const kinds = OUTGOING_KINDS.map((kind) => {
    const hold = holds.find((each) => each.kind === kind);
    const { reason, restoredTo, heldAt, releasedAt, releasedBy } = hold ?? {};
    const ofKind = pending.filter((each) => each.kind === kind);
    const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
    return {
      ...{
        kind,
        isHeld: hold !== undefined && isHeld(hold),
        reason,
        restoredTo,
        heldAt,
        releasedAt,
        releasedBy,
      },
      waiting: sum(ofKind.map(({ pieces }) => pieces)),
      waitingSinceBefore: sum(ofKind.map(({ beforeHold }) => beforeHold)),
    };
  });
  return {
    isHeld: isAnyHeld,
    kinds,
    pending: pending.slice(0, MAX_PENDING).map(({ ofOrg: _, kind: __, beforeHold, ...each }) => ({
      ...each,
      sinceBefore: beforeHold,
    })),
    charges: charges.map((charge) => ({
      ...charge,
      isSinceBefore:
        heldCharges !== undefined && Temporal.Instant.compare(charge.createdAt, heldCharges.heldAt) < 0,
    })),
  };
}
