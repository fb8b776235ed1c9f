/** The planted fault, and the lines that the audit reports for it. */
export type PlantedCase = [what: string, statement: string, ...found: (string | RegExp)[]];

export const JANUARY = `cycle_start = '2030-01-01'`;

/** The bill of January, 38 and 12 of a credit, is one in advance, of which days were settled. */
const ADVANCE = `update invoices set invoice_type = 'STANDARD_ADVANCED' where ${JANUARY};`;
/** The credit back for a line of 31, and the reduction of the invoice's total; a settlement has a key. */
const give = (way: string, net: number, money = 0) => `
insert into charge_give_backs (org_id, account_id, invoice_id, of, line_id, nth, way, charged,
  net, money, key, created_at)
select org_id, account_id, id, of, line_id, 0, '${way}', charged, net, money,
  case '${way}' when 'SETTLEMENT' then schedule_id || '#2030-01-01#fee#refund.1' end, created_at
from invoices, (values ('GROSS', 'fee', 31, ${net}, 0), ('INVOICE', '', 0, 0, ${money}))
  as line (of, line_id, charged, net, money) where ${JANUARY};`;
const SETTLE = give('SETTLEMENT', 21, 21);
/** The credit of 12 was granted by a settlement of January. */
const CREDIT = `update credits set grantor_id = 'addon', idempotency_key =
  (select schedule_id || '#2030-01-01#fee#refund.1' from invoices where ${JANUARY})
where credit_amount = 12;`;
/** The charge of January, of which the settlement has left 15. */
const CHARGE = `insert into advance_charges (org_id, account_id, schedule_id, cycle_start, card_name,
  invoice_id,
  revision, charge, is_closed, updated_at)
select org_id, account_id, schedule_id, cycle_start, 'fee', id, 1,
  jsonb_build_object('billed', jsonb_build_object('invoiceId', id, 'left', '15')), false, created_at
from invoices where ${JANUARY};`;
const FEBRUARY = `cycle_start = '2030-02-01' and status <> 'DRAFT'`;
/** The bill of February is a credit note for January. */
const noted = (total: number) => `update invoices set total_amount = ${total}, paid_amount = 0,
metadata = (select jsonb_build_object('adjusts', id) from invoices where ${JANUARY}) where ${FEBRUARY};`;
/** The fee of February is a line on top of the charge of January. */
const ON_TOP = `${CHARGE}
update advance_charges set charge = charge || '{"added": [{"adjustmentId": "top"}]}';
insert into advance_adjustments (org_id, id, account_id, card, setting, invoice_id, created_at)
select org_id, 'top', account_id, jsonb_build_object('name', 'fee', 'billableId',
    document::jsonb #>> '{explanations,-1,lineId}'),
  '{"cycle": {"start": "2030-01-01"}}', id, created_at
from invoices where ${FEBRUARY};`;
const STRAY_LINE =
  /^invoices.lines_on_top \| invoice \S+: charges an increase of line \S+, but the original invoice is void /;
const NOTE_TOTAL = /^invoices.documents \| invoice \S+: its total is -\d+, but its document says \d+$/;

/** Double credits for the bill of January, in every combination. */
export const GIVEN_BACK_TWICE: PlantedCase[] = [
  [
    'a settlement of 21, and then a credit note of all 31',
    `${ADVANCE} ${SETTLE} ${give('CREDIT_NOTE', 31)}`,
    /^invoices.given_back \| invoice \S+: more of line fee is given back than it charged$/,
  ],
  [
    'a credit note of everything that the record does not know, and a settlement',
    `${ADVANCE} ${SETTLE} ${noted(-38)}`,
    /^invoices.given_back \| invoice \S+: charged 50, but 59 is given back$/,
    NOTE_TOTAL,
  ],
  [
    'a credit note of all 31, and then a settlement of 21',
    `${ADVANCE} ${give('CREDIT_NOTE', 31)} ${SETTLE}`,
    /^invoices.given_back \| invoice \S+: more of line fee is given back than it charged$/,
  ],
  [
    'a settlement of 16 after a credit note of 10, where 15 days were used',
    `${ADVANCE} ${CHARGE} ${give('CREDIT_NOTE', 10)} ${give('SETTLEMENT', 16, 16)}`,
    /^invoices.given_back \| invoice \S+: a settlement left less of line fee than the price of its used /,
  ],
  [
    'a settlement of what was refunded',
    `${ADVANCE} ${SETTLE} update invoices set metadata = '{"refundedAmount": "38"}' where ${JANUARY}`,
    /^invoices.given_back \| invoice \S+: charged 50, but 59 is given back$/,
  ],
  [
    'a settlement of an invoice that is void',
    `${ADVANCE} ${SETTLE} update invoices set status = 'VOID' where ${JANUARY}`,
    /^invoices.given_back \| invoice \S+: is VOID, but settlements gave 21 of it back$/,
  ],
  [
    'the credit of an upgrade that paid the new bill, and the old one void',
    `${ADVANCE} ${give('SETTLEMENT', 12, 12)} ${CREDIT} update invoices set status = 'VOID' where ${JANUARY}`,
    /^invoices.given_back \| invoice \S+: is VOID, but settlements gave 12 of it back$/,
  ],
  [
    'a credit that survives what it was granted for',
    `${ADVANCE} ${give('SETTLEMENT', 12, 12)} ${CREDIT}
   update charge_give_backs set withdrawn_at = created_at;
     update invoices set status = 'VOID' where ${JANUARY}`,
    /^invoices.settlement_credits \| credit \S+: gives back 12, but its lines record only 0$/,
  ],
  [
    'a credit of money for what a promotion paid in part',
    `${ADVANCE} ${give('SETTLEMENT', 12, 5)} ${CREDIT}`,
    /^invoices.settlement_credits \| credit \S+: gives back 12, but its lines record only 5$/,
  ],
  [
    'a settlement that gives more money back than was asked for, as a promotion paid a part',
    `${ADVANCE} ${give('SETTLEMENT', 21, 40)}`,
    /^invoices.given_back \| invoice \S+: charged 38 of money, but settlements gave 40 of money back$/,
  ],
  [
    'taxes of which more is given back than was charged',
    `${ADVANCE} ${SETTLE} update charge_give_backs set net = 1 where of = 'INVOICE'`,
    /^invoices.given_back \| invoice \S+: more tax is given back than it charged$/,
  ],
  [
    'a credit that gives back what no line has given',
    `${ADVANCE} ${CREDIT}`,
    /^invoices.settlement_credits \| credit \S+: gives back 12, but its lines record only 0$/,
  ],
  [
    'a line of February on top of a charge of January, whose bill is void',
    `${ADVANCE} ${ON_TOP} update invoices set status = 'VOID' where ${JANUARY}`,
    STRAY_LINE,
  ],
  [
    'a line of February on top of a charge that is another one since its bill was made again',
    `${ADVANCE} ${ON_TOP} update advance_charges set charge = charge || '{"added": []}'`,
    STRAY_LINE,
  ],
];
