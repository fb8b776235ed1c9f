import { decimal } from '#core/decimal.ts';
import type { AdvanceCorrectionCardInput } from '#core/invoice/index.ts';
import { daysText } from '#core/invoice/license-lines.ts';
import { type ChargeContent, type Refund, refundModeOf } from './advance-charge.ts';

/** The result of a difference: a line for the next invoice, or a refund. */
interface Correction {
  adjustment: AdvanceCorrectionCardInput | null;
  refund: Refund | null;
}

export interface Corrections {
  /** One for each new card, with its charge from now on. */
  opened: (Correction & { content: ChargeContent })[];
  /** One for each earlier charge, in their order; empty if a new card has taken it over. */
  closed: Correction[];
}

/** A card that the new schedule charges in advance for the cycle, with its computation. */
export interface DueCard {
  content: ChargeContent;
  steps: string[];
}

/**
 * Corrects lines in advance of a cycle whose schedule was replaced from its start by the difference
 * (`metering-pricing.md` 13.1), card by card: the new card of the same billable takes over the charge.
 * Grants stay with their price, and a new card of the same billable grants nothing more for the cycle.
 */
export function correctCharges(replaced: readonly ChargeContent[], due: readonly DueCard[]): Corrections {
  const left = new Set(replaced);
  const opened = due.map(({ content, steps }) => {
    const charged = findMatch([...left], content);
    if (charged) left.delete(charged);
    const lines = linesOf(charged);
    if (charged && GRANTING.has(content.card.type))
      return { ...NOTHING, content: { ...content, amount: charged.amount, isListed: false, ...lines } };
    return { ...correct(content, charged, steps), content: { ...content, ...lines } };
  });
  const isGone = (each: ChargeContent) => left.has(each) && !GRANTING.has(each.card.type);
  return { opened, closed: replaced.map((each) => (isGone(each) ? giveBack(each) : NOTHING)) };
}

/** The charging lines are taken over with the charge. */
function linesOf(charged: ChargeContent | null): Pick<ChargeContent, 'billed' | 'added'> {
  const { billed, added } = charged ?? {};
  return { ...(billed && { billed }), ...(added && { added }) };
}

const GRANTING: ReadonlySet<string> = new Set<ChargeContent['card']['type']>([
  'BILLING_ENTITLEMENT',
  'CREDIT_GRANT',
]);
const NOTHING: Correction = { adjustment: null, refund: null };

/**
 * Finds the charge of the same billable, by name if there are several. Credits of one add-on are
 * distinguished by their cards, like their grants.
 */
function findMatch(charges: readonly ChargeContent[], { card }: ChargeContent): ChargeContent | null {
  const same = charges.filter((each) => {
    return each.card.type === card.type && each.card.billableId === card.billableId;
  });
  const named = same.find((each) => each.card.name === card.name) ?? null;
  return card.type === 'CREDIT_GRANT' ? named : (named ?? same[0] ?? null);
}

function correct(content: ChargeContent, charged: ChargeContent | null, steps: string[]): Correction {
  const [due, before] = [content.amount, charged?.amount ?? '0'];
  const isMore = decimal(due).gt(decimal(before));
  return {
    adjustment: isMore ? lineOf(content, { due, charged: before, steps }) : null,
    refund: refundOf(content, { due, charged: before, paidAs: (charged ?? content).card }),
  };
}

/** A discount that no longer applies is charged. */
function giveBack(content: ChargeContent): Correction {
  const { amount: charged } = content;
  const isDiscount = decimal(charged).isNegative();
  return {
    adjustment: isDiscount ? lineOf(content, { due: '0', charged, steps: [] }) : null,
    refund: refundOf(content, { due: '0', charged, paidAs: content.card }),
  };
}

function lineOf(
  { card, setting }: ChargeContent,
  { due, charged, steps }: { due: string; charged: string; steps: string[] },
): AdvanceCorrectionCardInput {
  const { name, billableId, displayName, tag, type } = card;
  const { start, end } = setting.cycle;
  return {
    type: 'ADVANCE_CORRECTION',
    ...{ name, billableId, ...(tag === undefined ? {} : { tag }) },
    displayName: `${displayName}: correction of ${daysText({ start, end })}`,
    ...{ billedAs: type, period: { start, end }, due, steps, charged },
  };
}

function refundOf(
  { card, setting }: ChargeContent,
  { due, charged, paidAs }: { due: string; charged: string; paidAs: ChargeContent['card'] },
): Refund | null {
  const amount = decimal(charged).minus(decimal(due));
  if (amount.lte(0)) return null;
  const words = `${charged} charged and ${due} due for ${daysText(setting.cycle)}`;
  const purpose = `${card.displayName}: ${words}`.slice(0, 255);
  return { amount, purpose, mode: refundModeOf(paidAs) };
}
