import type { TxActor } from '#platform/db/tx-actor.ts';

interface Requested {
  requestId: string;
  address: string;
  operationId: string;
}

/** The actor of what a person does before or without a session. */
export function personActor(
  { id, name }: { id: string; name: string },
  { requestId, address, operationId }: Requested,
): TxActor {
  return { type: 'USER', id, name, requestId, address, operationId };
}

/** The actor of what somebody who is not known to be the person does to its login. */
export function strangerActor({ requestId, address, operationId }: Requested): TxActor {
  return { type: 'SYSTEM', id: 'users.login', requestId, address, operationId };
}
