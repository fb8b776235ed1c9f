import { type Exact, exact } from '../../../api/decimal.ts';
import type { MiscellaneousCharge } from '../../../api/generated/types.ts';
import { readDecimal, typedDecimal } from '../../../format/typed-decimal.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type texts from '../../../messages/en/accounts.json';
import type { Form, FormErrors } from '../../../ui/use-form.ts';

/** A charge is an amount or JSON Logic; one that a program has sent as rate and quantity keeps these. */
export type ChargeRow = Readonly<{
  name: string;
  value: string;
  rate: string;
  quantity: string;
  revenue: string;
}>;
export type ChargeFields = { charges: readonly ChargeRow[] };
type Say = Translate<keyof typeof texts>;

interface SentCharge {
  name: string;
  value?: string;
  rate?: Exact;
  quantity?: Exact;
  considerForRevenue?: boolean;
}

export const NEW_CHARGE: ChargeRow = { name: '', value: '', rate: '', quantity: '', revenue: '' };

export function chargeForm(
  stored: readonly MiscellaneousCharge[],
  say: Say,
): Form<ChargeFields, SentCharge[]> {
  return {
    initial: { charges: stored.map(rowOf) },
    check: ({ charges }) => errorsOf(charges, say),
    read: ({ charges }) => charges.map(chargeOf),
  };
}

/** Whether it is shown as rate × quantity. */
export function hasRate({ rate = '' }: { rate?: string | undefined }): boolean {
  return rate !== '';
}

function rowOf({ name, value, rate, quantity, considerForRevenue }: MiscellaneousCharge): ChargeRow {
  return {
    name,
    value: value === undefined ? '' : readsAsNumber(value) ? typedDecimal(value) : value,
    rate: rate === undefined ? '' : typedDecimal(rate),
    quantity: quantity === undefined ? '' : typedDecimal(quantity),
    revenue: considerForRevenue === undefined ? '' : String(considerForRevenue),
  };
}

function chargeOf(row: ChargeRow): SentCharge {
  const { name, value, rate, quantity, revenue } = row;
  return {
    name: name.trim(),
    ...(hasRate(row)
      ? { rate: exact(readDecimal(rate) ?? '0'), quantity: exact(readDecimal(quantity) ?? '0') }
      : { value: readDecimal(value) ?? value.trim() }),
    ...(revenue !== '' && { considerForRevenue: revenue === 'true' }),
  };
}

function errorsOf(rows: readonly ChargeRow[], say: Say): FormErrors<ChargeFields> {
  const errors: Record<string, string> = {};
  rows.forEach((row, index) => {
    const name = row.name.trim();
    if (name === '') errors[`charges.${index}.name`] = say('chargeNameMissing');
    else if (rows.findIndex((other) => other.name.trim() === name) < index)
      errors[`charges.${index}.name`] = say('chargeTwice');
    if (!hasRate(row) && readDecimal(row.value) === null && !isLogic(row.value))
      errors[`charges.${index}.value`] = say('chargeInvalid');
  });
  return errors;
}

function isLogic(text: string): boolean {
  try {
    const logic: unknown = JSON.parse(text);
    return typeof logic === 'object' && logic !== null && !Array.isArray(logic);
  } catch {
    return false;
  }
}

/** On the wire, decimals have a point. */
export function readsAsNumber(value: string): boolean {
  return /^-?\d+(?:\.\d+)?$/.test(value);
}
