import { decimal, decimalText } from '#core/decimal.ts';
import { type ChargeInput, canonicalChargeValue, chargeValueProblem } from '#core/invoice/index.ts';
import { invalidRequest } from '#platform/problem.ts';
import type { MiscellaneousCharge } from './schema.ts';

/** A charge as stored and used in computation: decimals are canonical text. */
export type StoredCharge = Omit<ChargeInput, 'isStanding'>;

/** Checks the rules that the schema cannot express; each error names its item. */
export function readCharges(items: readonly MiscellaneousCharge[]): StoredCharge[] {
  const names = new Set<string>();
  const problems = items.flatMap((item, index) => {
    const rule = names.has(item.name) ? `name: ${item.name} is repeated` : checkForm(item);
    names.add(item.name);
    return rule === null ? [] : [`items[${index}]: ${rule}`];
  });
  if (problems.length > 0) throw invalidRequest({ problems: problems.slice(0, 5) });
  return items.map(storeCharge);
}

function checkForm({ value, rate, quantity }: MiscellaneousCharge): string | null {
  if (value === undefined)
    return rate === undefined || quantity === undefined
      ? 'must have either value, or rate and quantity'
      : null;
  if (rate !== undefined || quantity !== undefined)
    return 'must not have value together with rate or quantity';
  const rule = chargeValueProblem(value);
  return rule === null ? null : `value: ${rule}`;
}

function storeCharge({ name, value, rate, quantity, considerForRevenue }: MiscellaneousCharge): StoredCharge {
  return {
    name,
    ...(value === undefined ? {} : { value: canonicalChargeValue(value) }),
    ...(rate === undefined ? {} : { rate: decimalText(rate) }),
    ...(quantity === undefined ? {} : { quantity: decimalText(quantity) }),
    ...(considerForRevenue ? { considerForRevenue } : {}),
  };
}

/** Returns a charge in wire form; a rate with a quantity also gets their product as `value`. */
export function describeCharge({ name, value, rate, quantity, considerForRevenue }: StoredCharge) {
  const product =
    rate !== undefined && quantity !== undefined ? decimal(rate).times(decimal(quantity)) : null;
  return { name, value: product ? decimalText(product) : value, rate, quantity, considerForRevenue };
}
