import { computeAdvanceCorrection } from './advance-correction-card.ts';
import { grandTotalLine, grossLine, netLine } from './amount-tree.ts';
import { applyRules } from './apply-rules.ts';
import { computeCharges } from './charge-lines.ts';
import { trueUp } from './commitment.ts';
import { computeCorrections } from './correction-lines.ts';
import { computeCreditGrantCard } from './credit-grant-card.ts';
import { applyCredits } from './credit-lines.ts';
import { computeCustomCard } from './custom-card.ts';
import type { InvoiceDocument, LineExplanation, LineItem } from './document.ts';
import { computeEntitlementCard } from './entitlement-card.ts';
import { computeFixedFeeCard } from './fixed-fee-card.ts';
import type { CardInput, InvoiceInputs } from './inputs.ts';
import { computeLicenseCard } from './license-card.ts';
import { computeLicenseChanges } from './license-changes-card.ts';
import { linesOf } from './lines-of.ts';
import { computeOverageCard } from './overage-card.ts';
import { computeTaxes } from './tax-lines.ts';
import { computeUsageCard } from './usage-card.ts';

export { RULE_ERROR } from './apply-rules.ts';
export { CHARGE_ERROR } from './charge-lines.ts';
export { canonicalChargeValue, chargeValueProblem } from './check-charge.ts';
export { checkInvoiceTree, checkTreeInSteps } from './check-invoice-tree.ts';
export type * from './document.ts';
export { LINE_TYPES } from './document.ts';
export type * from './inputs.ts';
export type * from './license-document.ts';
export type * from './license-inputs.ts';
export { linesOf } from './lines-of.ts';
export { planOf } from './plan-of.ts';
export { isSlabLine, nameTiers, nameTiersInStep } from './slab-lines.ts';

export interface ComputedCard {
  line: LineItem;
  /** Metered cards only. */
  usage?: LineItem;
  explanation: LineExplanation;
}

/**
 * Computes the whole document from its stored inputs alone: the same inputs give the same bytes under
 * `canonicalJson`, today and after any number of round trips through storage. Throws `RangeError` on inputs
 * that the product never stores.
 */
export function computeInvoice(inputs: InvoiceInputs): InvoiceDocument {
  if (inputs.engine !== 1) throw new RangeError(`no engine ${String(inputs.engine)}`);
  const ruled = applyRules(
    inputs,
    inputs.cards.map((card) => computeCard(card, inputs)),
    (card) => computeCard(card, inputs),
  );
  const { cards } = ruled;
  const tagged = cards.map(({ line }, index) => {
    const tag = inputs.cards[index]?.tag;
    return tag === undefined ? { line } : { line, tag };
  });
  const usageInfo = cards.flatMap(({ usage }) => (usage ? [usage] : []));
  const { currency } = inputs;
  const corrections = computeCorrections(inputs);
  const beside = [...(ruled.additions ? [ruled.additions] : []), ...corrections.gross];
  const gross = grossLine(inputs, tagged, beside);
  const credits = applyCredits(inputs, gross);
  const net = netLine(currency, { gross, credits: credits.line });
  const charges = computeCharges(inputs, { gross, net, usageInfo }, corrections.charges);
  const notices = [...ruled.notices, ...charges.notices];
  const taxes = computeTaxes(inputs, charges.line ? [net, charges.line] : [net]);
  const revenueInfo = grandTotalLine(currency, { net, charges: charges.line, taxes: taxes.line });
  return {
    usageInfo,
    revenueInfo,
    totalAmount: revenueInfo.value,
    explanations: [
      ...cards.map(({ explanation }) => explanation),
      ...linesOf(gross, 'SUB_TOTAL_AMOUNT').flatMap((line) => trueUp(inputs, line).explanations),
      ...ruled.explanations,
      ...credits.explanations,
      ...charges.explanations,
      ...taxes.explanations,
      ...corrections.explanations,
    ],
    // Absent when empty: documents without rules, credits and charges keep the bytes that they had before
    // these existed.
    ...(ruled.logs.length > 0 ? { ruleLogs: ruled.logs } : {}),
    ...(credits.uses.length > 0 ? { creditUses: credits.uses } : {}),
    ...(notices.length > 0 ? { notices } : {}),
  };
}

/** Computes one card of the inputs, before rules. */
export function computeCard(card: CardInput, inputs: InvoiceInputs): ComputedCard {
  switch (card.type) {
    case 'USAGE':
      return computeUsageCard(card, inputs);
    case 'FIXED_FEE':
      return computeFixedFeeCard(card, inputs);
    case 'BILLING_ENTITLEMENT':
      return computeEntitlementCard(card, inputs);
    case 'ENTITLEMENT_OVERAGE':
      return computeOverageCard(card, inputs);
    case 'CREDIT_GRANT':
      return computeCreditGrantCard(card, inputs);
    case 'LICENSE':
      return computeLicenseCard(card, inputs);
    case 'LICENSE_CHANGES':
      return computeLicenseChanges(card, inputs);
    case 'ADVANCE_CORRECTION':
      return computeAdvanceCorrection(card, inputs);
    case 'CUSTOM':
      return computeCustomCard(card, inputs);
    default:
      throw new RangeError(`no card type ${String((card satisfies never as CardInput).type)}`);
  }
}
