import { Decimal, decimal, decimalText, ZERO } from '../decimal.ts';
import { CHARGE_LIMITS, LogicError, type LogicInput, parseLogic } from '../json-logic/index.ts';
import { sumLine } from './amount-tree.ts';
import { readChargeVariables } from './charge-variables.ts';
import type { ChargeExplanation, LineItem, Notice } from './document.ts';
import { chargeLineId } from './extra-revenue.ts';
import type { ChargedInputs, ChargeInput } from './inputs.ts';
import { exactWords, roundingWords, roundLeaf } from './rounding-step.ts';

/** The charges beside the net amount. */
export interface ChargedLines {
  /** TOTAL_MISCELLANEOUS_CHARGES; null when there is no charge. */
  line: LineItem | null;
  explanations: ChargeExplanation[];
  notices: Notice[];
}

/** A charge that could not be computed is shown as 0; the invoice cannot be issued with it. */
export const CHARGE_ERROR = 'MISC_CHARGE_ERROR';
const VARIABLE_MISSING = 'MISC_CHARGE_VARIABLE_MISSING';

interface Amounts {
  gross: LineItem;
  net: LineItem;
  usageInfo: readonly LineItem[];
}

/**
 * Miscellaneous charges (`money-platform.md` 10.8): each a number, a rate times a quantity, or JSON Logic
 * over the amounts of the invoice before credits. Each is a leaf of its own, rounded once. Charges do not see
 * each other. Corrections by credit notes follow them.
 */
export function computeCharges(
  inputs: ChargedInputs,
  amounts: Amounts,
  corrections: readonly LineItem[] = [],
): ChargedLines {
  const charges = inputs.charges ?? [];
  if (charges.length === 0) return { line: null, explanations: [], notices: [] };
  const variables = readChargeVariables(inputs, amounts);
  const computed = charges.map((charge) => computeCharge(charge, inputs, variables));
  const lines = [...computed.map(({ line }) => line), ...corrections];
  return {
    line: sumLine('TOTAL_MISCELLANEOUS_CHARGES', 'Miscellaneous charges', {
      currency: inputs.currency,
      lines,
    }),
    explanations: computed.map(({ explanation }) => explanation),
    notices: computed.flatMap(({ notices }) => notices),
  };
}

function computeCharge(charge: ChargeInput, inputs: ChargedInputs, variables: Map<string, LogicInput>) {
  const { amount, steps, notices } = evaluateCharge(charge, variables);
  const rounding = roundLeaf(amount, inputs);
  const { name, rate, quantity } = charge;
  const id = chargeLineId(charge);
  const line: LineItem = {
    id,
    description: name,
    type: 'MISCELLANEOUS_CHARGE',
    ...(rate === undefined ? {} : { valuePerQuantity: rate }),
    ...(quantity === undefined ? {} : { quantity }),
    units: inputs.currency,
    value: rounding.rounded,
    lineItems: [],
  };
  const explanation: ChargeExplanation = {
    lineId: id,
    cardName: name,
    type: 'MISCELLANEOUS_CHARGE',
    quantity: quantity ?? '1',
    rounding,
    steps: [...steps, roundingWords(rounding, inputs.currency)],
  };
  return { line, explanation, notices };
}

interface Evaluated {
  amount: Decimal;
  steps: string[];
  notices: Notice[];
}

function evaluateCharge(charge: ChargeInput, variables: Map<string, LogicInput>): Evaluated {
  const { rate, quantity, value } = charge;
  if (rate !== undefined && quantity !== undefined) {
    const amount = decimal(rate).times(decimal(quantity));
    const product = `${rate} × ${quantity} = ${decimalText(amount)}`;
    return { amount, steps: [`rate × quantity: ${product}`], notices: [] };
  }
  const text = (value ?? '').trim();
  if (text.startsWith('{')) return evaluateLogic(charge.name, text, variables);
  return { amount: decimal(text), steps: [`charge: ${text}`], notices: [] };
}

function evaluateLogic(name: string, text: string, variables: Map<string, LogicInput>): Evaluated {
  const missing = new Set<string>();
  const onMissing = (variable: string) => {
    missing.add(variable);
    return ZERO;
  };
  const fail = (reason: string): Evaluated => ({
    amount: ZERO,
    steps: [`rule: ${text}`, `it cannot be computed: ${reason}`],
    notices: [{ type: CHARGE_ERROR, value: `${name}: ${reason}` }],
  });
  try {
    const logic = parseLogic(text, CHARGE_LIMITS);
    const result = logic.evaluate(variables, { onMissing });
    if (!isNumber(result)) return fail('the result is not a number');
    const inputs = logic.variables.filter((variable) => !missing.has(variable));
    return {
      amount: result,
      steps: [
        `rule: ${logic.canonical}`,
        ...inputs.map((variable) => `${variable} = ${inputWords(variables.get(variable))}`),
        ...[...missing].map((variable) => `${variable} is not on the invoice and counts as 0`),
        `result: ${exactWords(result)}`,
      ],
      notices: [...missing].map((variable) => ({ type: VARIABLE_MISSING, value: `${name}:${variable}` })),
    };
  } catch (error) {
    if (error instanceof LogicError) return fail(error.message.replace(/\.$/, ''));
    throw error;
  }
}

function isNumber(value: unknown): value is Decimal {
  return value instanceof Decimal && value.isFinite();
}

function inputWords(value: LogicInput): string {
  return isNumber(value) ? decimalText(value) : String(value);
}
