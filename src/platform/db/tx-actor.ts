import { sql } from 'kysely';
import pg from 'pg';
import type { Actor } from '../http/operation.ts';
import type { Tx } from './database.ts';

/** The author of a transaction's changes. The triggers of the audit log copy it into their entries. */
export interface TxActor {
  type: 'API_KEY' | 'ACCESS_TOKEN' | 'PORTAL_TOKEN' | 'USER' | 'SYSTEM';
  /** Id of the key, token or user; for the system, the kind of work. */
  id: string;
  /** The contact who holds a portal token. */
  contact?: string;
  /** The name of a user. */
  name?: string;
  /** IP address of the caller. */
  address?: string;
  requestId?: string;
  operationId?: string;
  /** The approval under which the change was made, and the person who gave it. */
  approvalId?: string;
  approverId?: string;
  approverName?: string;
  /** The effective instant of the change; absent: the organization's clock. */
  now?: Temporal.Instant;
}

/** The actor of a credential, as the audit log records it. */
export function nameActor({
  portal,
  token,
  credentialId,
  user,
  approval,
}: Actor): Omit<TxActor, 'address' | 'requestId' | 'operationId' | 'now'> {
  const { id: approvalId, ...approver } = approval ?? {};
  const approved = approvalId === undefined ? {} : { approvalId, ...approver };
  if (user) return { type: 'USER', id: user.id, name: user.name, ...approved };
  const type = portal ? 'PORTAL_TOKEN' : token === null ? 'API_KEY' : 'ACCESS_TOKEN';
  return { type, id: credentialId, ...(portal?.contact && { contact: portal.contact }), ...approved };
}

/** Appended to a transaction's first message, so that it costs no round trip. */
export function actorSetting(actor: TxActor): string {
  return `; set local app.actor = ${pg.escapeLiteral(JSON.stringify(actor))}`;
}

/** Sets the actor of a transaction that has begun. */
export async function actAs(tx: Tx, actor: TxActor): Promise<void> {
  await sql`select set_config('app.actor', ${JSON.stringify(actor)}, true)`.execute(tx);
}
