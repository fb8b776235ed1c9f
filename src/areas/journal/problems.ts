import { notFoundKind, problemKind } from '#platform/problem.ts';

export const MAX_DAYS = 31;
/** Of a statement of account. */
export const MAX_ENTRIES = 1000;

export const journalPeriodInvalid = problemKind(
  'JOURNAL_PERIOD_INVALID',
  400,
  (d: { from: Temporal.PlainDate; to: Temporal.PlainDate; max: number }) =>
    `to: must be 1 to ${d.max} days after from, which is ${d.from}; it is ${d.to}`,
);
export const statementDebtorInvalid = problemKind(
  'STATEMENT_DEBTOR_INVALID',
  400,
  () => 'customer_id: send exactly one of customer_id, account_id and invoice_group_id',
);
export const statementDebtorNotFound = notFoundKind('customer, account or invoice group');
export const statementTooLong = problemKind(
  'STATEMENT_TOO_LONG',
  400,
  () => `from: the period has more than ${MAX_ENTRIES} entries; choose a shorter one`,
);
export const statementWithoutInvoice = problemKind(
  'STATEMENT_WITHOUT_INVOICE',
  400,
  () => 'debtorId: has no invoice in this currency, so there is nothing to state',
);
export const statementDebtorErased = problemKind(
  'STATEMENT_DEBTOR_ERASED',
  400,
  (d: { debtor: string; id: string }) =>
    `debtorId: the personal data of ${d.debtor} ${d.id} was erased, so nothing can be mailed to it`,
);
export const statementMailOff = problemKind(
  'STATEMENT_MAIL_OFF',
  400,
  (d: { debtor: string; id: string }) =>
    `debtorId: mail for ${d.debtor} ${d.id} is switched off by the setting INVOICE_MAIL; set it to true, ` +
    'or print the statement and send it yourself',
);
export const statementRecipientErased = problemKind(
  'STATEMENT_RECIPIENT_ERASED',
  400,
  (d: { at: string }) => `${d.at} belonged to a contact that was erased; send another address`,
);
export const statementRecipientsMany = problemKind(
  'STATEMENT_RECIPIENTS_MANY',
  400,
  (d: { count: number; max: number }) =>
    `mailCc: a mail has at most ${d.max} recipients, mailTo and mailCc together; these are ${d.count}`,
);

/** Of a statement that is rendered. */
export const RENDERING_PROBLEMS = [
  journalPeriodInvalid,
  statementDebtorNotFound,
  statementTooLong,
  statementWithoutInvoice,
];
/** Of the people whom it is mailed to. */
export const ADDRESSEE_PROBLEMS = [
  statementDebtorErased,
  statementMailOff,
  statementRecipientErased,
  statementRecipientsMany,
];
