import { payableLines } from '../credits/index.ts';
import { type Decimal, decimal, ZERO } from '../decimal.ts';
import type { LogicInput } from '../json-logic/index.ts';
import type { LineItem } from './document.ts';
import type { ChargedInputs } from './inputs.ts';
import { linesOf } from './lines-of.ts';

/**
 * The variables of a charge's logic, by flat names: every leaf by the id of its line, quantities as
 * `usage.<id>`, sums as `revenue.rate_card_total`, `revenue.tag.<tag>`, `invoice.gross` and `invoice.net`,
 * and the days `invoice.start_date` and `invoice.end_date`.
 */
export function readChargeVariables(
  inputs: ChargedInputs,
  amounts: { gross: LineItem; net: LineItem; usageInfo: readonly LineItem[] },
): Map<string, LogicInput> {
  const { gross, net, usageInfo } = amounts;
  const numbers = new Map<string, Decimal>();
  const add = (name: string, value: Decimal) => numbers.set(name, (numbers.get(name) ?? ZERO).plus(value));
  for (const { id, value } of payableLines(gross)) add(id, value);
  for (const { id, value } of usageInfo) add(`usage.${id}`, decimal(value));
  for (const line of linesOf(gross, 'CUSTOM_TAG'))
    add(`revenue.tag.${line.description}`, decimal(line.value));
  for (const line of linesOf(gross, 'SUB_TOTAL_AMOUNT')) add('revenue.rate_card_total', decimal(line.value));
  return new Map<string, LogicInput>([
    ...numbers,
    ['invoice.gross', decimal(gross.value)],
    ['invoice.net', decimal(net.value)],
    ['invoice.start_date', inputs.cycle.start],
    ['invoice.end_date', inputs.cycle.end],
  ]);
}
