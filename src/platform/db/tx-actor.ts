import { sql } from 'kysely';
import pg from 'pg';
import type { Actor } from '../http/operation.ts';
import type { Tx } from './database.ts';

/** Who makes the changes of a transaction. The triggers of the audit log write it into their entries. */
export interface TxActor {
  type: 'API_KEY' | 'ACCESS_TOKEN' | 'PORTAL_TOKEN' | 'SYSTEM';
  /** Of the key or token; of the system, the kind of work that is done. */
  id: string;
  /** For whom a portal token is. */
  contact?: string;
  /** Of the network, of who sent the request. */
  address?: string;
  requestId?: string;
  operationId?: string;
  /** The instant that counts for the change; absent: the organization's clock. */
  now?: Temporal.Instant;
}

/** Who a credential is, as the audit log names it. */
export function nameActor({ portal, token, credentialId }: Actor): Pick<TxActor, 'type' | 'id' | 'contact'> {
  const type = portal ? 'PORTAL_TOKEN' : token === null ? 'API_KEY' : 'ACCESS_TOKEN';
  return { type, id: credentialId, ...(portal?.contact && { contact: portal.contact }) };
}

/** The end of a transaction's first message, so that it costs no round trip. */
export function actorSetting(actor: TxActor): string {
  return `; set local app.actor = ${pg.escapeLiteral(JSON.stringify(actor))}`;
}

/** Names the actor of a transaction that has begun. */
export async function actAs(tx: Tx, actor: TxActor): Promise<void> {
  await sql`select set_config('app.actor', ${JSON.stringify(actor)}, true)`.execute(tx);
}
