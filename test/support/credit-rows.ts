import { sql } from 'kysely';
import { consumeCredits, replaceHolds } from '#areas/credits/index.ts';
import { decimal } from '#core/decimal.ts';
import { inOrg, insertInvoice } from './billing-rows.ts';
import type { Client, Service } from './running-app.ts';

/** The effects of invoices on credits, without the rules of invoices; in the sandbox, at its clock. */

interface Use {
  accountId: string;
  invoiceId: string;
  creditId: string;
  amount: string;
}

export async function clockOf(client: Client): Promise<Temporal.Instant> {
  return Temporal.Instant.from((await client.must.get('/ext/v1/clock')).now);
}

/** An empty draft, for which credits can be held. */
export function insertDraft(service: Service, accountId: string, id: string): Promise<void> {
  const period = { startAt: '2030-01-01T00:00:00Z', endAt: '2030-02-01T00:00:00Z' };
  const row = {
    environment: 'sandbox',
    accountId,
    id,
    status: 'DRAFT',
    isFinalized: false,
    ...period,
  } as const;
  return insertInvoice(service, row);
}

/** Sets all holds of an account; each named credit is usable on a draft. */
export async function hold(
  service: Service,
  accountId: string,
  holds: readonly Omit<Use, 'accountId'>[],
): Promise<void> {
  const now = await clockOf(service.sandbox);
  await inOrg(service, 'sandbox', (tx, org) =>
    replaceHolds(tx, org, {
      accountId,
      holds: holds.map((each) => ({ ...each, amount: decimal(each.amount) })),
      applicable: holds.map(({ creditId }) => creditId),
      now,
    }),
  );
}

/** Consumes one credit for one line of an invoice. */
export async function consume(service: Service, use: Use & { lineId?: string }): Promise<void> {
  const now = await clockOf(service.sandbox);
  const { accountId, invoiceId, creditId, lineId = 'line' } = use;
  const uses = [{ creditId, lineId, amount: decimal(use.amount) }];
  await inOrg(service, 'sandbox', (tx, org) =>
    consumeCredits({ tx, org, now }, { accountId, invoiceId, uses }),
  );
}

/** When a piece of work is due; null if none is scheduled. */
export function plannedWork(service: Service, kind: string, key: string): Promise<string | null> {
  return inOrg(service, 'sandbox', async (tx, org) => {
    const { rows } = await sql<{ dueAt: Temporal.Instant }>`
      select due_at from scheduled_work
      where org_id = ${org.orgId} and kind = ${kind} and key = ${key}`.execute(tx);
    return rows[0]?.dueAt.toString() ?? null;
  });
}
