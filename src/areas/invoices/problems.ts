import { notFoundKind, problemKind } from '#platform/problem.ts';

export const invoiceNotFound = notFoundKind('invoice');

export const invoiceNotDraft = problemKind(
  'INVOICE_NOT_DRAFT',
  400,
  (d: { id: string; status: string }) =>
    `invoice ${d.id} is ${d.status}: charges can be changed while it is a DRAFT`,
);

export const invoiceFinalizing = problemKind(
  'INVOICE_FINALIZING',
  400,
  (d: { id: string }) =>
    `invoice is finalizing: hooks are asked about ${d.id}; it is issued, or a draft again, when they answer`,
);

export const invoiceHasNoCharges = problemKind(
  'INVOICE_HAS_NO_CHARGES',
  400,
  (d: { id: string }) =>
    `invoice ${d.id} takes no miscellaneous charges: put them on the cycle invoice of an account`,
);

export const accountHasNoCharges = problemKind(
  'ACCOUNT_HAS_NO_CHARGES',
  400,
  (d: { id: string; status: string }) =>
    `account is ${d.status === 'DRAFT' ? 'in DRAFT' : 'archived'}: only an active one has upcoming invoices`,
);

export const offerNegative = problemKind(
  'PURCHASE_PRICE_NEGATIVE',
  400,
  (d: { total: string }) =>
    `the purchase would cost ${d.total}: what is bought must cost nothing or more; use smaller discounts`,
);
export const offerTooLarge = problemKind(
  'PURCHASE_PRICE_TOO_LARGE',
  400,
  () => 'the price has more than 34 digits before the point: buy less at once',
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
    `invoice ${d.id} stays a draft until ${d.invoiceDate}: events of its cycle count until then`,
);
export const draftNotOver = problemKind(
  'INVOICE_CYCLE_RUNNING',
  400,
  (d: { id: string; endAt: Temporal.Instant }) =>
    `the cycle of invoice ${d.id} runs until ${d.endAt}: end the plan association instead`,
);
export const compositeNotOver = problemKind(
  'COMPOSITE_DAY_RUNNING',
  400,
  (d: { id: string; endAt: Temporal.Instant }) =>
    `invoice ${d.id} collects what falls due until ${d.endAt}: it cannot be issued before`,
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
    `${d.members.join(', ')}: can be changed while a CUSTOM invoice is a DRAFT, and of no other`,
);
export const advanceRefused = problemKind(
  'INVOICE_ADVANCE_REFUSED',
  400,
  (d: { id: string; status: string }) =>
    d.status === 'DRAFT'
      ? `autoAdvance: invoice ${d.id} of a group is issued when its day is over`
      : `autoAdvance: invoice ${d.id} is ${d.status}; it can be changed while it is a DRAFT`,
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
    `endDate: ${d.endAt} is in the future (it is ${d.now}): what is DUE or PAID has ended; make a DRAFT ` +
    'with autoAdvance instead',
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
  () => 'lineItems: the total has more than 34 digits before the point',
);
export const invoiceNotDeletable = problemKind(
  'INVOICE_NOT_DELETABLE',
  400,
  (d: { id: string; invoiceType: string; status: string }) =>
    `invoice ${d.id} is ${d.invoiceType} and ${d.status}: only CUSTOM drafts can be deleted`,
);

export const invoiceIsAdjusted = problemKind(
  'INVOICE_IS_ADJUSTED',
  400,
  (d: { id: string; adjustedBy: string }) =>
    `invoice ${d.id} is adjusted by ${d.adjustedBy}, which charges a difference to it: ` +
    'set that to VOID first, or give back the rest with a credit note',
);
export const adjustmentGaveBack = problemKind(
  'ADJUSTMENT_GAVE_BACK',
  400,
  (d: { id: string }) => `invoice ${d.id} gave credits something back, and stays`,
);

export const settledCreditSpent = problemKind(
  'INVOICE_SETTLED_CREDIT_SPENT',
  400,
  (d: { id: string; creditId: string }) =>
    `invoice ${d.id} cannot be VOID: credit ${d.creditId}, which gave unused days of it back, is spent; ` +
    'give back the rest with a credit note',
);

export const chargeTakenOver = problemKind(
  'INVOICE_CHARGE_TAKEN_OVER',
  400,
  (d: { id: string; scheduleId: string }) =>
    `invoice ${d.id} cannot be VOID: schedule ${d.scheduleId}, which replaced its own, charges only the ` +
    'difference to it; give it back with a credit note',
);

export const chargeAddedTo = problemKind(
  'INVOICE_CHARGE_ADDED_TO',
  400,
  (d: { id: string; addedBy: string }) =>
    `invoice ${d.id} cannot be VOID: invoice ${d.addedBy} charges what came on top of it; set that to VOID ` +
    'first, or give this one back with a credit note',
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
  (d: { id: string; because: string }) => `invoice ${d.id} cannot be made again: ${d.because}`,
);
