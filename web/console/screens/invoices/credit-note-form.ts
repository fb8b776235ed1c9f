import { exact } from '../../../api/decimal.ts';
import type { previewCreditNote } from '../../../api/generated/invoices.ts';
import type { CreditNotePreview } from '../../../api/generated/types.ts';
import type { InputOf } from '../../../api/operation.ts';
import { compare, isZero } from '../../../format/decimals.ts';
import { readDecimal, typedDecimal } from '../../../format/typed-decimal.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type { Form } from '../../../ui/use-form.ts';

export type CreditableLine = Pick<CreditNotePreview['lines'][number], 'lineId' | 'left'>;

/** `reason`, and the amount of each line under `amountName`; empty: the line is not credited. */
export type CreditNoteFields = Readonly<Record<string, string>>;

export function amountName(index: number): string {
  return `amount${index}`;
}

type Words = Translate<'reasonMissing' | 'amountInvalid' | 'nothingCredited'>;

export function creditNoteForm(
  lines: readonly CreditableLine[],
  t: Words,
): Form<CreditNoteFields, CreditNoteFields> {
  const names = lines.map((_, index) => amountName(index));
  return {
    initial: { reason: '', ...Object.fromEntries(names.map((name) => [name, ''])) },
    check: (fields) => ({
      ...(fields.reason?.trim() === '' && { reason: t('reasonMissing') }),
      ...Object.fromEntries(
        lines.flatMap(({ left }, index) => {
          const typed = fields[amountName(index)] ?? '';
          return typed.trim() === '' || isWithin(typed, left)
            ? []
            : [[amountName(index), t('amountInvalid', { left: typedDecimal(left) })]];
        }),
      ),
      ...(names.length > 0 &&
        names.every((name) => fields[name]?.trim() === '') && { amount0: t('nothingCredited') }),
    }),
    read: (fields) => fields,
  };
}

function isWithin(typed: string, left: string): boolean {
  const amount = readDecimal(typed);
  return amount !== null && compare(amount, '0') > 0 && compare(amount, left) <= 0;
}

/** All that is left, in the marks of the reader. */
export function everythingOf(lines: readonly CreditableLine[]): CreditNoteFields {
  return Object.fromEntries(
    lines.map(({ left }, index) => [amountName(index), isZero(left) ? '' : typedDecimal(left)]),
  );
}

/** What the service is asked for, in a preview and in the issue alike. */
export function creditNoteOf(
  invoiceId: string,
  { lines, fields }: { lines: readonly CreditableLine[]; fields: CreditNoteFields },
): InputOf<typeof previewCreditNote> {
  const lineItems = lines.flatMap(({ lineId }, index) => {
    const amount = readDecimal(fields[amountName(index)] ?? '');
    return amount === null ? [] : [{ lineId, amount: exact(amount) }];
  });
  return { invoice_id: invoiceId, body: { reason: fields.reason?.trim() ?? '', lineItems } };
}
