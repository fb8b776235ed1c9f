import type { NewRule } from '#areas/pricing-rules/index.ts';
import type { Decimal } from '#core/decimal.ts';
import { decimal } from '#core/decimal.ts';
import { computeInvoice, type InvoiceDocument, type InvoiceInputs } from '#core/invoice/index.ts';
import { isAdjustmentInputs, isCompositeInputs, type StoredInputs } from '#core/invoice/stored-inputs.ts';
import type { RuleInput } from '#core/pricing-rules/index.ts';
import { parseInTurns } from '#platform/parse-in-turns.ts';
import type { StoredInvoice } from '../store/invoices.ts';

/** The inputs of an invoice that rules apply to. */
export type RuledInputs = InvoiceInputs & { timing: 'IN_ARREARS' | 'IN_ADVANCE' };

/** Returns null for invoices that have no rules: of groups, of purchases, manual ones and adjustments. */
export async function readRuledInputs(row: Pick<StoredInvoice, 'inputs'>): Promise<RuledInputs | null> {
  const inputs = (await parseInTurns(row.inputs)) as StoredInputs;
  if (isCompositeInputs(inputs) || isAdjustmentInputs(inputs)) return null;
  return inputs.timing === 'IN_ARREARS' || inputs.timing === 'IN_ADVANCE' ? (inputs as RuledInputs) : null;
}

/** The document of an invoice with other rules in place of its own. Pure, and bounded like every invoice. */
export function runRules(
  { rules: own = [], ...inputs }: RuledInputs,
  sent: readonly NewRule[],
): { document: InvoiceDocument; total: Decimal } {
  const rules = nameRules(sent, own).filter(({ invoiceTiming }) => invoiceTiming === inputs.timing);
  const document = computeInvoice({
    ...inputs,
    ...(rules.length > 0 && { rules: rules.map(({ rule }) => rule) }),
  });
  return { document, total: decimal(document.totalAmount) };
}

/** A rule with an existing name keeps its id, as when the list is saved. */
function nameRules(
  sent: readonly NewRule[],
  own: readonly RuleInput[],
): { rule: RuleInput; invoiceTiming: NewRule['invoiceTiming'] }[] {
  const left = [...own];
  return sent.map(({ name, order, invoiceTiming, condition, computation, action }, index) => {
    const at = left.findIndex((rule) => rule.name === name);
    const [known] = at < 0 ? [] : left.splice(at, 1);
    const { id, version } = known ?? { id: `new-${index + 1}`, version: 1 };
    const rule = { id, version, name, order, computation, action };
    return { rule: condition === null ? rule : { ...rule, condition }, invoiceTiming };
  });
}
