import { billableNotFound, checkBillables } from '#areas/credits/index.ts';
import { SCOPE_GROUPS } from '#core/credits/index.ts';
import { decimalText } from '#core/decimal.ts';
import type { CustomCardInput } from '#core/invoice/index.ts';
import type { Context } from '#platform/http/operation.ts';
import { customInvalid } from '../problems.ts';
import type { CustomInvoiceLineItem } from '../schema.ts';

/**
 * Converts manual lines to the inputs of the document. Raises `customInvalid` for errors that the schema
 * cannot express, and `billableNotFound` for a line with an unknown billable.
 */
export async function readLines(
  { tx, org }: Pick<Context, 'tx' | 'org'>,
  items: readonly CustomInvoiceLineItem[],
): Promise<CustomCardInput[]> {
  const cards = items.map(readLine);
  const ids = new Set<string>();
  for (const [index, { billableId: id }] of cards.entries()) {
    if (ids.has(id)) throw customInvalid({ at: `lineItems[${index}].id`, rule: `${id} is repeated` });
    ids.add(id);
  }
  const sold = cards.flatMap(({ soldId }) => soldId ?? []);
  const group = sold.find((id) => Object.hasOwn(SCOPE_GROUPS, id));
  if (group !== undefined) throw billableNotFound({ id: group });
  await checkBillables(tx, org, sold);
  return cards;
}

function readLine(item: CustomInvoiceLineItem, index: number): CustomCardInput {
  const name = `custom.${index + 1}`;
  return {
    type: 'CUSTOM',
    name,
    billableId: item.id ?? name,
    displayName: item.description,
    ...readAmount(item, `lineItems[${index}]`),
    ...(item.billableId === undefined ? {} : { soldId: item.billableId }),
  };
}

function readAmount(
  item: CustomInvoiceLineItem,
  at: string,
): Pick<CustomCardInput, 'amount' | 'rate' | 'quantity'> {
  const { value, valuePerQuantity: rate, quantity } = item;
  if ((rate === undefined) !== (quantity === undefined))
    throw customInvalid({ at, rule: 'quantity and valuePerQuantity must be sent together' });
  if (rate === undefined || quantity === undefined) {
    if (value === undefined)
      throw customInvalid({ at, rule: 'must have either value, or quantity and valuePerQuantity' });
    return { amount: decimalText(value) };
  }
  const product = rate.times(quantity);
  if (value && !value.eq(product))
    throw customInvalid({
      at: `${at}.value`,
      rule:
        `is ${decimalText(value)}, but quantity × valuePerQuantity is ${decimalText(product)}; send ` +
        'one or the other',
    });
  return { rate: decimalText(rate), quantity: decimalText(quantity) };
}
