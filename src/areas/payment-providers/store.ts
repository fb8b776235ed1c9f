import { type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { json } from '#platform/db/json.ts';
import type { Org } from '#platform/http/operation.ts';
import type { PaymentConnectionsTable } from './tables.ts';

const NEXT_VERSION = sql<number>`payment_connections.row_version + 1`;

export type ConnectionRow = Selectable<PaymentConnectionsTable>;

export async function findConnection(tx: Tx, org: Org): Promise<ConnectionRow | null> {
  return (await connections(tx, org).executeTakeFirst()) ?? null;
}

/** Reads and locks: two changes of the connection follow each other. */
export async function lockConnection(tx: Tx, org: Org): Promise<ConnectionRow | null> {
  return (await connections(tx, org).forUpdate().executeTakeFirst()) ?? null;
}

/** Inserts it, or changes what there is: an organization has one, whatever runs at the same time. */
export function saveConnection(tx: Tx, row: Omit<ConnectionRow, 'rowVersion'>): Promise<ConnectionRow> {
  const { kind, name, url, behaviour, updatedAt } = row;
  const secrets = json(row.secrets);
  return tx
    .insertInto('paymentConnections')
    .values({ ...row, secrets })
    .onConflict((conflict) =>
      conflict
        .column('orgId')
        .doUpdateSet({ ...{ kind, name, url, behaviour, secrets, updatedAt }, rowVersion: NEXT_VERSION }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

function connections(tx: Tx, org: Org) {
  return tx.selectFrom('paymentConnections').selectAll().where('orgId', '=', org.orgId);
}
