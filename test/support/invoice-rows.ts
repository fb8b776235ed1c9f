import { type Insertable, sql } from 'kysely';
import type { InvoicesTable } from '#areas/invoices/tables.ts';
import { canonicalJson } from '#core/canonical-json.ts';
import { decimal, ZERO } from '#core/decimal.ts';
import { computeInvoice, type InvoiceInputs } from '#core/invoice/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { json } from '#platform/db/json.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Service } from './running-app.ts';

/**
 * 12,500 calls at 1,000 × 0.010 + 9,000 × 0.008 + 2,500 × 0.005 = 94.5, and a fee of 100 for 16 of 31 days:
 * 100 × 16 / 31 = 51.612… → 51.61. Together 146.11.
 */
export const SAMPLE_INPUTS: InvoiceInputs = {
  engine: 1,
  currency: 'USD',
  roundingMode: 'HALF_UP',
  timeZone: 'America/New_York',
  timing: 'IN_ARREARS',
  cycle: {
    start: '2030-01-16',
    end: '2030-02-01',
    nominalStart: '2030-01-01',
    nominalEnd: '2030-02-01',
    billedDays: 16,
    nominalDays: 31,
    ordinal: 0,
  },
  pricePlan: { id: 'pp.1', name: 'Growth', version: 3, scheduleId: 'sch.1' },
  cards: [
    {
      type: 'USAGE',
      name: 'calls',
      billableId: 'um.calls',
      displayName: 'API calls',
      meter: { id: 'um.calls', name: 'api_calls', aggregation: 'SUM', version: 1 },
      quantity: '12500',
      eventCount: 480,
      pricingModel: 'TIERED',
      slabs: [
        { order: 1, startAfter: '0', priceType: 'PER_UNIT', rate: '0.010' },
        { order: 2, startAfter: '1000', priceType: 'PER_UNIT', rate: '0.008' },
        { order: 3, startAfter: '10000', priceType: 'PER_UNIT', rate: '0.005' },
      ],
    },
    {
      type: 'FIXED_FEE',
      name: 'platform fee',
      billableId: 'addon.fee',
      displayName: 'Platform fee',
      feeType: 'RECURRING',
      rate: '100',
      isProrated: true,
      billedDays: 16,
      nominalDays: 31,
      recurrence: { interval: 1, offset: 0 },
    },
  ],
};

type Row = Omit<Insertable<InvoicesTable>, 'orgId' | 'details' | 'info' | 'metadata'> &
  Partial<Pick<InvoicesTable, 'details'>>;

/** A row as closing a cycle creates it, with the given members replaced. */
export function invoiceRow(given: Partial<Row> & { id: string }, inputs = SAMPLE_INPUTS): Row {
  const document = computeInvoice(inputs);
  return {
    accountId: 'acme-eu',
    customerId: 'acme',
    groupId: null,
    scheduleId: 'sch.1',
    planId: 'pp.1',
    planVersion: 3,
    cycleStart: Temporal.PlainDate.from(inputs.cycle.start),
    cycleEnd: Temporal.PlainDate.from(inputs.cycle.end),
    invoiceClass: 'INVOICE',
    invoiceType: 'STANDARD',
    status: 'DUE',
    finalizingStatus: 'FINALIZED',
    currency: inputs.currency,
    startAt: Temporal.Instant.from('2030-01-16T05:00:00Z'),
    endAt: Temporal.Instant.from('2030-02-01T05:00:00Z'),
    invoiceDate: Temporal.Instant.from('2030-02-03T05:00:00Z'),
    dueDate: Temporal.Instant.from('2030-03-06T04:59:59.999Z'),
    netTermDays: 30,
    generatedAt: Temporal.Instant.from('2030-02-03T05:00:00Z'),
    createdAt: Temporal.Instant.from('2030-01-16T05:00:00Z'),
    updatedAt: Temporal.Instant.from('2030-02-03T05:00:00Z'),
    sequenceId: given.status === 'DRAFT' ? null : `2030-02-${given.id}`,
    totalAmount: decimal(document.totalAmount),
    paidAmount: ZERO,
    inputs: canonicalJson(inputs),
    document: canonicalJson(document),
    details: {
      customer: { name: 'Acme Corp', primaryEmail: 'billing@acme.example', address: { city: 'Berlin' } },
      account: {
        name: 'Acme Europe',
        invoiceCurrency: inputs.currency,
        address: { line1: 'Torstraße 1', postalCode: '10119', city: 'Berlin', country: 'DE' },
        primaryEmail: 'eu@acme.example',
      },
      pricePlanName: 'Growth',
      organization: {
        businessName: 'Example Systems Inc.',
        address: { line1: '1 Main Street', postalCode: '10001', city: 'New York', country: 'US' },
        primaryEmail: 'hello@example.com',
      },
    },
    pdfFileId: null,
    ...given,
  };
}

/** The organization `id` of a client of the service. */
export async function orgOf(service: Service, environment: Org['environment'], id = 'default'): Promise<Org> {
  const { rows } = await service.app.database.transaction(
    { orgId: null, access: 'read', isDirectory: true },
    (tx) =>
      sql<Org>`select org_id, id, environment from organizations
      where id = ${id} and environment = ${environment}`.execute(tx),
  );
  return rows[0] as Org;
}

/** Inserts invoices directly into the database, with their customers, accounts or groups. */
export async function keepInvoices(service: Service, org: Org, rows: Row[]): Promise<void> {
  await service.app.database.transaction({ orgId: org.orgId, access: 'write' }, async (tx) => {
    for (const { details, ...row } of rows) {
      await (row.groupId ? keepGroup(tx, org, row.groupId) : keepAccount(tx, org, row));
      await tx
        .insertInto('invoices')
        .values({ orgId: org.orgId, ...row, details: json(details ?? {}) })
        .execute();
    }
  });
}

async function keepAccount(tx: Tx, { orgId }: Org, { accountId, customerId }: Partial<Row>): Promise<void> {
  await sql`insert into customers
    values (${orgId}, ${customerId}, ${`c.${customerId}`}, ${customerId}, '', '{}', 'ACTIVE', now(), now())
    on conflict do nothing`.execute(tx);
  await sql`insert into accounts
      (org_id, id, platform_id, customer_id, name, invoice_currency, status, created_at, updated_at)
    values (${orgId}, ${accountId}, ${`a.${accountId}`}, ${customerId}, 'A', 'USD', 'ACTIVE', now(), now())
    on conflict do nothing`.execute(tx);
}

async function keepGroup(tx: Tx, { orgId }: Org, id: string): Promise<void> {
  await sql`insert into invoice_groups (org_id, id, name, email, daily_invoice_consolidation,
      invoice_currency, address, accounts_count, created_at, updated_at)
    values (${orgId}, ${id}, 'G', 'g@example.com', true, 'USD', '{}', 1, now(), now())
    on conflict do nothing`.execute(tx);
}
