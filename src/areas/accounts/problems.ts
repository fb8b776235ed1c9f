import { notFoundKind, problemKind } from '#platform/problem.ts';

export const accountNotFound = notFoundKind('account');
export const accountExists = problemKind(
  'ACCOUNT_EXISTS',
  409,
  (d: { id: string }) => `account ${d.id} already exists`,
);
export const accountIdIsAlias = problemKind(
  'ACCOUNT_ID_IS_ALIAS',
  409,
  (d: { id: string }) =>
    `id: ${d.id} is an alias of an account, and its events belong to that account; choose another id`,
);
export const accountArchived = problemKind(
  'ACCOUNT_ARCHIVED',
  400,
  (d: { id: string }) => `account ${d.id} is archived and cannot be changed`,
);
export const accountNotArchived = problemKind(
  'ACCOUNT_NOT_ARCHIVED',
  400,
  (d: { id: string }) => `account ${d.id} is not archived`,
);
/** Transient: a retry a moment later succeeds. */
export const archivalUnderWay = problemKind(
  'ARCHIVAL_UNDER_WAY',
  409,
  (d: { id: string }) =>
    `account ${d.id} is being archived, and its schedules and cycles are still being closed; try again`,
);
/** Raised by the areas of money and schedules for resources that a draft account must not have. */
export const accountInDraft = problemKind(
  'ACCOUNT_IN_DRAFT',
  400,
  (d: { id: string }) => `account ${d.id} is in DRAFT; set its status to ACTIVE first`,
);
export const currencyNotEnabled = problemKind(
  'CURRENCY_NOT_ENABLED',
  400,
  (d: { currency: string }) =>
    `invoiceCurrency: ${d.currency} is not enabled; add it with POST /ext/v1/organization/currencies`,
);
export const currencyFixed = problemKind(
  'INVOICE_CURRENCY_FIXED',
  400,
  () =>
    'invoiceCurrency cannot be changed: the account already has a schedule, an invoice, a credit or a ' +
    'payment',
);
export const accountInUse = problemKind(
  'ACCOUNT_IN_USE',
  400,
  (d: { id: string }) =>
    `status: account ${d.id} cannot return to DRAFT: it has a schedule, an invoice, a credit or a payment`,
);
export const accountGrouped = problemKind(
  'ACCOUNT_IN_INVOICE_GROUP',
  400,
  (d: { group: string; member: string }) =>
    `${d.member}: the account is in invoice group ${d.group}; remove it from the group first`,
);
export const accountScheduled = problemKind(
  'ACCOUNT_SCHEDULED',
  400,
  (d: { id: string }) => `account ${d.id} has a current or future schedule; end it before archiving`,
);
export const accountHasDraftInvoice = problemKind(
  'ACCOUNT_HAS_DRAFT_INVOICE',
  400,
  (d: { id: string }) => `account ${d.id} has a draft invoice; finalize or delete it before archiving`,
);
export const accountHasMoney = problemKind(
  'ACCOUNT_HAS_MONEY',
  400,
  (d: { id: string }) => `account ${d.id} has money in its wallet; spend it or withdraw it before archiving`,
);
export const tagInvalid = problemKind(
  'TAG_INVALID',
  400,
  (d: { at: number }) =>
    `tags[${d.at}]: must be 1 to 50 characters long and contain only letters, digits, spaces and _ . ` +
    ': / -',
);

export const aliasNotFound = notFoundKind('alias');
export const aliasInvalid = problemKind(
  'ALIAS_INVALID',
  400,
  (d: { at: string; rule: string }) => `${d.at}: ${d.rule}`,
);
export const aliasTaken = problemKind(
  'ALIAS_TAKEN',
  409,
  (d: { value: string; from: string | null; until: string | null }) => {
    const from = d.from ? `from ${d.from}` : 'since the beginning';
    return (
      `alias ${d.value} is in use by an account ${from} ` +
      `${d.until ? `until ${d.until}` : 'without an end'}`
    );
  },
);
export const aliasIsAccountId = problemKind(
  'ALIAS_IS_ACCOUNT_ID',
  409,
  (d: { value: string }) => `alias ${d.value} is the id of an account; choose another alias`,
);
export const aliasExists = problemKind(
  'ALIAS_EXISTS',
  409,
  (d: { value: string }) => `alias ${d.value} already exists`,
);
export const tooManyAliases = problemKind(
  'TOO_MANY_ALIASES',
  400,
  (d: { max: number }) => `an account may have at most ${d.max} aliases at the same time; remove one first`,
);
export const implicitAlias = problemKind(
  'ALIAS_IMPLICIT',
  400,
  (d: { value: string }) => `aliases: ${d.value} is the id of the account and cannot be removed`,
);
export const aliasBound = problemKind(
  'ALIAS_BOUND',
  400,
  (d: { value: string }) =>
    `alias ${d.value} is assigned to an account now or in the future; remove it from that account first`,
);
export const aliasSpanInvoiced = problemKind(
  'ALIAS_SPAN_INVOICED',
  400,
  (d: { invoice: string }) =>
    `from: invoice ${d.invoice} is issued and covers time after this instant; choose a later one`,
);
