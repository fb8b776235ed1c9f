import { afterAll, beforeAll, expect, test } from 'vitest';
import { canonicalJson } from '#core/canonical-json.ts';
import { computeInvoice, type InvoiceInputs } from '#core/invoice/index.ts';
import { SOLD_LINES } from '#core/invoice/revenue-lines.ts';
import { type OlderRows, openRowsBefore, upgrade } from '#test/older-database.ts';

/*
 * Invoices of releases that parsed documents for reports, in a database whose owner is itself subject to the
 * walls: 31.00 for January, with a charge of 5.00 that counts as revenue and one of 3.00 that does not.
 */
const LOGIN = `revenue_owner_${process.pid}`;
const stops: (() => Promise<unknown>)[] = [];
let stored: OlderRows;

const days = { start: '2030-01-01', end: '2030-02-01' };
const INPUTS: InvoiceInputs = {
  ...{ engine: 1, currency: 'USD', roundingMode: 'HALF_UP', timeZone: 'UTC', timing: 'IN_ARREARS' },
  cycle: {
    ...{ ...days, nominalStart: days.start, nominalEnd: days.end },
    ...{ billedDays: 31, nominalDays: 31, ordinal: 0 },
  },
  pricePlan: { id: 'pp.1', name: 'Plan', version: 1, scheduleId: 's1' },
  cards: [
    {
      ...{ type: 'FIXED_FEE', name: 'card 1', billableId: 'fee', displayName: 'Fee', feeType: 'RECURRING' },
      ...{ rate: '31', isProrated: true, billedDays: 31, nominalDays: 31 },
      recurrence: { interval: 1, offset: 0 },
    },
  ],
  charges: [
    { name: 'setup', value: '5', considerForRevenue: true },
    { name: 'postage', value: '3' },
  ],
  taxes: [{ name: 'VAT', rate: '0.2' }],
};

async function bill(id: string, finalizing: 'FINALIZED' | null): Promise<void> {
  const at = '2030-01-01T00:00:00Z';
  const document = computeInvoice(INPUTS);
  await stored.insert('invoices', {
    ...{ org_id: 1, id, account_id: 'a', customer_id: 'c', invoice_class: 'INVOICE', currency: 'USD' },
    ...{ invoice_type: 'STANDARD', schedule_id: id, cycle_start: days.start, cycle_end: days.end },
    ...{ status: finalizing ? 'DUE' : 'DRAFT', finalizing_status: finalizing, net_term_days: 0 },
    ...{ start_at: at, end_at: at, invoice_date: at, due_date: at, generated_at: at, created_at: at },
    ...{ updated_at: at, total_amount: document.totalAmount, paid_amount: 0, details: {}, info: [] },
    ...{ inputs: canonicalJson(INPUTS), document: canonicalJson(document), reissue: 0, metadata: {} },
    ...{ sequence_id: finalizing && id, auto_advance: false, miscellaneous_charges: [] },
  });
}

beforeAll(async () => {
  stored = await openRowsBefore(stops, { migration: '_invoice_revenue.sql', login: LOGIN });
  await bill('issued', 'FINALIZED');
  await bill('draft', null);
  await upgrade(stored.older);
  await stored.database.query('set session_replication_role = origin');
}, 120_000);

afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

const linesOf = async (id: string) => {
  const { rows } = await stored.database.query(
    `select billable_id, amount::float from invoice_revenue where invoice_id = $1 order by line`,
    [id],
  );
  return rows.map((row) => [row.billable_id, row.amount]);
};

test('issued invoices have their lines, and a draft has them when it is issued', async () => {
  expect(await linesOf('issued')).toEqual([
    ['fee', 31],
    ['setup', 5],
  ]);
  expect(await linesOf('draft')).toEqual([]);
  await stored.database.query(
    `update invoices set status = 'DUE', finalizing_status = 'FINALIZED', sequence_id = 'n2'
     where id = 'draft'`,
  );
  expect(await linesOf('draft')).toEqual(await linesOf('issued'));
});

test('every type of a line that charges for something sold is in the function', async () => {
  const { rows } = await stored.database.query(
    `select prosrc from pg_proc where proname = 'revenue_lines_of'`,
  );
  for (const type of SOLD_LINES) expect(rows[0].prosrc).toContain(`@.type == "${type}"`);
});
