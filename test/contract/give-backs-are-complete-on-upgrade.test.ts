import { afterAll, beforeAll, expect, test } from 'vitest';
import { canonicalJson } from '#core/canonical-json.ts';
import { computeAdjustment } from '#core/invoice/adjustment.ts';
import { type CardInput, computeInvoice, type InvoiceInputs } from '#core/invoice/index.ts';
import { type OlderRows, openRowsBefore, upgrade } from '#test/older-database.ts';

/*
 * Charges of January in advance, 1.00 a day and 20 % of tax, as releases before the record stored them, in a
 * database whose owner is itself subject to the walls.
 */
const LOGIN = `give_back_owner_${process.pid}`;
const stops: (() => Promise<unknown>)[] = [];
let stored: OlderRows;

function inputsOf(cards: CardInput[]): InvoiceInputs {
  const days = { start: '2030-01-01', end: '2030-02-01' };
  return {
    ...{ engine: 1, currency: 'USD', roundingMode: 'HALF_UP', timeZone: 'UTC', timing: 'IN_ADVANCE' },
    cycle: {
      ...{ ...days, nominalStart: days.start, nominalEnd: days.end },
      ...{ billedDays: 31, nominalDays: 31, ordinal: 0 },
    },
    ...{ pricePlan: { id: 'pp.1', name: 'Plan', version: 1, scheduleId: 's1' }, cards },
    taxes: [{ name: 'VAT', rate: '0.2' }],
  };
}

const FEE: CardInput = {
  ...{ type: 'FIXED_FEE', name: 'card 1', billableId: 'fee', displayName: 'Fee', feeType: 'RECURRING' },
  ...{
    rate: '31',
    isProrated: true,
    billedDays: 31,
    nominalDays: 31,
    recurrence: { interval: 1, offset: 0 },
  },
};
/** So much more for the same days, when licences were added. */
const more = (amount: string): CardInput => ({
  ...{ type: 'ADVANCE_CORRECTION', name: 'card 1', billableId: 'fee', displayName: 'Fee: more' },
  ...{ billedAs: 'FIXED_FEE', period: { start: '2030-01-01', end: '2030-02-01' }, steps: [] },
  ...{ due: amount, charged: '0' },
});

const AT = '2030-01-01T00:00:00Z';
let numbers = 0;

async function bill(
  account: string,
  { schedule = 's1', status = 'PAID', cards = [FEE], type = 'STANDARD_ADVANCED' } = {} as {
    schedule?: string;
    status?: string;
    cards?: CardInput[];
    type?: string;
  },
): Promise<string> {
  const inputs = inputsOf(cards);
  const document = computeInvoice(inputs);
  numbers += 1;
  const isCycle = type === 'STANDARD_ADVANCED';
  const id = `inv.${account}.${numbers}`;
  await stored.insert('invoices', {
    ...{ org_id: 1, id, account_id: account, customer_id: 'c', invoice_class: 'INVOICE', invoice_type: type },
    ...(isCycle && { schedule_id: schedule, cycle_start: '2030-01-01', cycle_end: '2030-02-01' }),
    ...{
      status,
      currency: 'USD',
      start_at: AT,
      end_at: AT,
      invoice_date: AT,
      due_date: AT,
      net_term_days: 0,
    },
    ...{
      generated_at: AT,
      created_at: AT,
      updated_at: AT,
      total_amount: document.totalAmount,
      paid_amount: 0,
    },
    ...{
      inputs: canonicalJson(inputs),
      document: canonicalJson(document),
      details: {},
      info: [],
      reissue: 0,
    },
    ...{ sequence_id: `n${numbers}`, metadata: {}, auto_advance: false, miscellaneous_charges: [] },
  });
  return id;
}

/** A credit note of so much of the line of a bill, or of no line. */
async function note(
  account: string,
  { invoiceId, amount, lineId }: { invoiceId: string; amount: string; lineId?: string },
): Promise<void> {
  const before = inputsOf([FEE]);
  const correction = { id: 'correction.1', displayName: 'x', of: 'GROSS' as const, amount, reason: 'x' };
  const after = { ...before, corrections: [{ ...correction, ...(lineId && { lineId }) }] };
  const { currency, roundingMode, timeZone, cycle } = before;
  const inputs = {
    ...{ engine: 1 as const, currency, roundingMode, timeZone, before, after, events: { count: 0, ids: [] } },
    original: { invoiceId, cycle },
  };
  const document = computeAdjustment(inputs);
  numbers += 1;
  await stored.insert('invoices', {
    ...{ org_id: 1, id: `note.${account}`, account_id: account, customer_id: 'c', invoice_class: 'INVOICE' },
    ...{ invoice_type: 'CUSTOM', status: 'REFUND_COMPLETED', currency: 'USD', start_at: AT, end_at: AT },
    ...{ invoice_date: AT, due_date: AT, net_term_days: 0, generated_at: AT, created_at: AT, updated_at: AT },
    ...{ total_amount: document.totalAmount, paid_amount: 0, inputs: canonicalJson(inputs) },
    ...{ document: canonicalJson(document), details: {}, info: [], reissue: 0, sequence_id: `n${numbers}` },
    ...{ metadata: { adjusts: invoiceId }, auto_advance: false, miscellaneous_charges: [] },
  });
}

async function credit(account: string, amount: number, schedule = 's1'): Promise<void> {
  await stored.insert('credits', {
    ...{ org_id: 1, id: `cred.${account}`, account_id: account, customer_id: 'c', credit_amount: amount },
    ...{ consumed_amount: 0, forfeited_amount: 0, hold_amount: 0, status: 'ACTIVE', purpose: 'unused' },
    ...{ effective_from: '2030-01-01', priority: 100, credit_unit: 'USD', created_at: AT, updated_at: AT },
    ...{ applicable_entity_ids: [], is_applicable: true, is_owed: false },
    ...{ grantor_id: 'fee', idempotency_key: `${schedule}#2030-01-01#card 1#refund.1` },
  });
}

beforeAll(async () => {
  stored = await openRowsBefore(stops, { migration: '_charge_give_backs.sql', login: LOGIN });
  for (const id of ['settled', 'more', 'taken over', 'noted', 'noted in all', 'refunded', 'void', 'twice'])
    await stored.insert('accounts', {
      ...{ org_id: 1, id, platform_id: id, customer_id: 'c', name: id, invoice_currency: 'USD' },
      ...{ status: 'ACTIVE', created_at: AT, updated_at: AT },
    });
  await bill('settled');
  await credit('settled', 21);
  await bill('more');
  await bill('more', { type: 'ADHOC_ADVANCED', cards: [more('7'), more('20')] });
  for (const [id, amount] of [
    ['a', '7'],
    ['b', '20'],
  ] as const)
    await stored.insert('advance_adjustments', {
      ...{ org_id: 1, id: `adj.${id}`, account_id: 'more', card: more(amount), created_at: AT },
      ...{ setting: { cycle: { start: '2030-01-01' } }, invoice_id: `inv.more.${numbers}` },
    });
  await credit('more', 45);
  await bill('taken over');
  await credit('taken over', 21, 's2');
  await note('noted', { invoiceId: await bill('noted'), amount: '10', lineId: 'fee' });
  await credit('noted', 11);
  await note('noted in all', { invoiceId: await bill('noted in all'), amount: '10' });
  await bill('refunded', { status: 'REFUND_COMPLETED' });
  await credit('refunded', 21);
  await bill('void', { status: 'VOID' });
  await note('twice', { invoiceId: await bill('twice'), amount: '31', lineId: 'fee' });
  await credit('twice', 21);
  await credit('of nothing', 21);
  await upgrade(stored.older);
}, 120_000);
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

/** `SETTLEMENT 21 of 31, tax 4.2 of 6.2, money 25.2`, line by line in the order of the record. */
async function recordOf(account: string): Promise<string[]> {
  const { rows } = await stored.database.query(
    `select way, of, nth, net::float, charged::float, money::float from charge_give_backs
     where account_id = $1 order by id`,
    [account],
  );
  return rows.map(({ way, of, nth, net, charged, money }) => {
    return of === 'INVOICE'
      ? `tax ${net} of ${charged}, money ${money}`
      : `${way} ${nth}: ${net} of ${charged}`;
  });
}

test.each([
  ['settled', ['SETTLEMENT 0: 21 of 31', 'tax 4.2 of 6.2, money 25.2']],
  [
    'more', // 45 = 31 + 7 + 7 of 20: the first line first
    [
      ...['SETTLEMENT 0: 31 of 31', 'tax 6.2 of 6.2, money 37.2'],
      ...['SETTLEMENT 0: 7 of 7', 'tax 1.4 of 5.4, money 8.4'],
      ...['SETTLEMENT 1: 7 of 20', 'tax 1.4 of 5.4, money 8.4'],
    ],
  ],
  ['taken over', ['SETTLEMENT 0: 21 of 31', 'tax 4.2 of 6.2, money 25.2']],
  [
    'noted',
    [
      ...['SETTLEMENT 0: 11 of 31', 'tax 2.2 of 6.2, money 13.2'],
      ...['CREDIT_NOTE 0: 10 of 31', 'tax 2 of 6.2, money 0'],
    ],
  ],
  ['noted in all', ['CREDIT_NOTE 0: 10 of 31', 'tax 2 of 6.2, money 0']],
  [
    'refunded', // the rest of what a settlement left
    [
      ...['SETTLEMENT 0: 21 of 31', 'tax 4.2 of 6.2, money 25.2'],
      ...['REFUND 0: 10 of 31', 'tax 2 of 6.2, money 0'],
    ],
  ],
  ['void', ['VOID 0: 31 of 31', 'tax 6.2 of 6.2, money 0']],
  [
    'twice', // 52 of 31, which the audit says
    [
      ...['SETTLEMENT 0: 21 of 31', 'tax 4.2 of 6.2, money 25.2'],
      ...['CREDIT_NOTE 0: 31 of 31', 'tax 6.2 of 6.2, money 0'],
    ],
  ],
  ['of nothing', []],
])('what older releases gave back is in the record: %s', async (account, record) => {
  expect(await recordOf(account)).toEqual(record);
});

test('the walls stand again, and the record rejects more than was charged', async () => {
  const { rows } = await stored.database.query(
    `select count(*)::int as bare from pg_class where relname = any($1) and not relforcerowsecurity`,
    [['charge_give_backs', 'credits', 'invoices', 'advance_charges', 'advance_adjustments']],
  );
  expect(rows).toEqual([{ bare: 0 }]);
  await stored.database.query('set session_replication_role = origin');
  const given = `insert into charge_give_backs (org_id, account_id, invoice_id, of, line_id, nth, way,
      charged, net, key, created_at)
    select org_id, account_id, invoice_id, of, line_id, nth, way, charged, 10.01, 'again', created_at
    from charge_give_backs where account_id = 'settled' and of = 'GROSS'`;
  await expect(stored.database.query(given)).rejects.toThrow(/charged 31, and 31.0100 would be given back/);
});
