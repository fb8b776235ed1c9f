import { sql } from 'kysely';
import type { Database } from './database.ts';
import type { OutgoingKind } from './outgoing-hold.ts';

/** Where messages wait to leave: each has its own table and its own worker. */
export type OutgoingQueueName = 'MAILS' | 'WEBHOOKS' | 'HOOKS' | 'CHARGES';

/** What waits in one queue of one organization, also of one that is not active. */
export interface OutgoingPending {
  ofOrg: number;
  organizationId: string;
  environment: 'production' | 'sandbox';
  queue: OutgoingQueueName;
  kind: OutgoingKind;
  pieces: number;
  /** Of these, those that were there before the hold; 0 if the kind is not held. */
  beforeHold: number;
  oldest: Temporal.Instant;
}

/** A call of a payment provider that waits to be made. */
export interface OutgoingCharge {
  organizationId: string;
  environment: 'production' | 'sandbox';
  /** The idempotency key of the call. */
  id: string;
  call: 'REQUEST' | 'CANCEL' | 'REFUND';
  /** The payment request, or the refund. */
  targetId: string;
  invoiceId: string;
  /** Exact, as text. */
  amount: string;
  currency: string;
  attempts: number;
  createdAt: Temporal.Instant;
}

export function listOutgoingPending(database: Database): Promise<OutgoingPending[]> {
  return database.transaction({ orgId: null, access: 'snapshot', isDirectory: true }, async (tx) => {
    const { rows } = await sql<OutgoingPending>`select * from outgoing_pending()`.execute(tx);
    return rows;
  });
}

export function listOutgoingCharges(database: Database, most: number): Promise<OutgoingCharge[]> {
  return database.transaction({ orgId: null, access: 'snapshot', isDirectory: true }, async (tx) => {
    const { rows } = await sql<OutgoingCharge>`select * from outgoing_charges(${most})`.execute(tx);
    return rows;
  });
}
