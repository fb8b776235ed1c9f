import { notFoundKind, problemKind } from '#platform/problem.ts';

export const invoiceNotFound = notFoundKind('invoice');

export const invoiceNotDraft = problemKind(
  'INVOICE_NOT_DRAFT',
  400,
  (d: { id: string; status: string }) =>
    `invoice ${d.id} is ${d.status}: its charges can only be changed while it is a DRAFT`,
);

export const invoiceFinalizing = problemKind(
  'INVOICE_FINALIZING',
  400,
  (d: { id: string }) =>
    `invoice is finalizing: ${d.id} waits for its finalization hooks; retry when they have responded`,
);

export const invoiceHasNoCharges = problemKind(
  'INVOICE_HAS_NO_CHARGES',
  400,
  (d: { id: string }) =>
    `invoice ${d.id} cannot have miscellaneous charges: add them to the cycle invoice of an account`,
);

export const invoiceHasNoRules = problemKind(
  'INVOICE_HAS_NO_RULES',
  400,
  (d: { id: string }) =>
    `invoice ${d.id} has no pricing rules: choose a cycle invoice of an account, not of a group`,
);

export const accountHasNoCharges = problemKind(
  'ACCOUNT_HAS_NO_CHARGES',
  400,
  (d: { id: string; status: string }) =>
    `account is ${d.status === 'DRAFT' ? 'in DRAFT' : 'archived'}: only an active account has ` +
    'upcoming invoices',
);

export const offerNegative = problemKind(
  'PURCHASE_PRICE_NEGATIVE',
  400,
  (d: { total: string }) =>
    `the total of the purchase would be ${d.total}: it must not be negative; use smaller discounts`,
);
export const offerTooLarge = problemKind(
  'PURCHASE_PRICE_TOO_LARGE',
  400,
  () => 'the price has more than 34 digits before the decimal point: reduce the quantity',
);

export const statusRefused = problemKind(
  'INVOICE_STATUS_REFUSED',
  400,
  (d: { from: string; to: string }) => `cannot change status from ${d.from} to ${d.to}`,
);
export const draftNotPast = problemKind(
  'INVOICE_NOT_PAST',
  400,
  (d: { id: string; invoiceDate: Temporal.Instant }) =>
    `invoice ${d.id} cannot be issued before ${d.invoiceDate}: events of its cycle count until then`,
);
export const draftNotOver = problemKind(
  'INVOICE_CYCLE_RUNNING',
  400,
  (d: { id: string; endAt: Temporal.Instant }) =>
    `the cycle of invoice ${d.id} ends at ${d.endAt}: to stop billing, end the plan association instead`,
);
export const compositeNotOver = problemKind(
  'COMPOSITE_DAY_RUNNING',
  400,
  (d: { id: string; endAt: Temporal.Instant }) =>
    `invoice ${d.id} cannot be issued before ${d.endAt}: invoices of its group are merged into it until then`,
);
export const draftIsBlank = problemKind(
  'INVOICE_IS_BLANK',
  400,
  (d: { id: string }) => `invoice ${d.id} has no lines, so there is nothing to issue: set it to VOID instead`,
);
export const invoiceNotEditable = problemKind(
  'INVOICE_NOT_EDITABLE',
  400,
  (d: { members: string[] }) =>
    `${d.members.join(', ')}: can only be changed while a CUSTOM invoice is a DRAFT`,
);
export const advanceRefused = problemKind(
  'INVOICE_ADVANCE_REFUSED',
  400,
  (d: { id: string; status: string }) =>
    d.status === 'DRAFT'
      ? `autoAdvance: cannot be changed for group invoice ${d.id}, which is issued at the end of its day`
      : `autoAdvance: invoice ${d.id} is ${d.status}; autoAdvance can only be changed while it is a DRAFT`,
);

export const customInvalid = problemKind(
  'CUSTOM_INVOICE_INVALID',
  400,
  (d: { at: string; rule: string }) => `${d.at}: ${d.rule}`,
);
export const customNotOver = problemKind(
  'CUSTOM_INVOICE_NOT_OVER',
  400,
  (d: { endAt: Temporal.Instant; now: Temporal.Instant }) =>
    `endDate: ${d.endAt} must not be in the future (now is ${d.now}) for a DUE or PAID invoice; ` +
    'create a DRAFT with autoAdvance instead',
);
export const customKeyTaken = problemKind(
  'CUSTOM_INVOICE_KEY_TAKEN',
  409,
  (d: { key: string }) =>
    `idempotencyKey: ${d.key} was used before for another custom invoice of the owner; use a new key`,
);
export const customTooLarge = problemKind(
  'CUSTOM_INVOICE_TOO_LARGE',
  400,
  () => 'lineItems: the total has more than 34 digits before the decimal point; reduce the amounts',
);
export const invoiceNotDeletable = problemKind(
  'INVOICE_NOT_DELETABLE',
  400,
  (d: { id: string; invoiceType: string; status: string }) =>
    `invoice ${d.id} is a ${d.invoiceType} invoice in status ${d.status}: only CUSTOM drafts can be deleted`,
);

export const invoiceIsAdjusted = problemKind(
  'INVOICE_IS_ADJUSTED',
  400,
  (d: { id: string; adjustedBy: string }) =>
    `invoice ${d.id} cannot be VOID: invoice ${d.adjustedBy} adjusts it; set that invoice to VOID ` +
    'first, or credit the rest with a credit note',
);
export const adjustmentGaveBack = problemKind(
  'ADJUSTMENT_GAVE_BACK',
  400,
  (d: { id: string }) => `invoice ${d.id} cannot be VOID: it has returned amounts to credits`,
);

export const settledCreditSpent = problemKind(
  'INVOICE_SETTLED_CREDIT_SPENT',
  400,
  (d: { id: string; creditId: string }) =>
    `invoice ${d.id} cannot be VOID: credit ${d.creditId} for its unused days is already spent; ` +
    'credit the rest with a credit note',
);

export const chargeTakenOver = problemKind(
  'INVOICE_CHARGE_TAKEN_OVER',
  400,
  (d: { id: string; scheduleId: string }) =>
    `invoice ${d.id} cannot be VOID: its schedule was replaced by schedule ${d.scheduleId}, which ` +
    'charges only the difference; credit the invoice with a credit note',
);

export const chargeAddedTo = problemKind(
  'INVOICE_CHARGE_ADDED_TO',
  400,
  (d: { id: string; addedBy: string }) =>
    `invoice ${d.id} cannot be VOID: invoice ${d.addedBy} charges an increase of it; set that ` +
    'invoice to VOID first, or credit this one with a credit note',
);

export const creditNoteRefused = problemKind(
  'CREDIT_NOTE_REFUSED',
  400,
  (d: { id: string; because: string }) => `invoice ${d.id} cannot be credited: ${d.because}`,
);
export const creditNoteInvalid = problemKind(
  'CREDIT_NOTE_INVALID',
  400,
  (d: { at: string; rule: string }) => `${d.at}: ${d.rule}`,
);
export const creditNoteKeyTaken = problemKind(
  'CREDIT_NOTE_KEY_TAKEN',
  409,
  (d: { key: string }) =>
    `idempotencyKey: ${d.key} was used before for another invoice of the account; use a new key`,
);
export const reissueRefused = problemKind(
  'REISSUE_REFUSED',
  400,
  (d: { id: string; because: string }) => `invoice ${d.id} cannot be reissued: ${d.because}`,
);
