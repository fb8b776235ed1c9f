import type { RateCardRow } from '#areas/price-plans/index.ts';
import { checkRuleTargets, type NewRule, type PricingRuleRow } from '#areas/pricing-rules/index.ts';
import type { NewCard } from '#areas/schedules/index.ts';
import { canonicalJson } from '#core/canonical-json.ts';

/** Cards and rules that belong together. */
export interface Priced {
  cards: readonly RateCardRow[];
  rules: readonly PricingRuleRow[];
}

export interface CarriedOverride {
  /** Undefined: those of the target. */
  overrideCards: NewCard[] | undefined;
  overrideRules: NewRule[] | undefined;
  /** Overrides that the target cannot take, in words. */
  dropped: string[];
}

interface Carried {
  /** The current prices of the account. */
  own: Priced;
  /** The current prices of its plan. */
  source: Priced;
  target: Priced & { planId: string };
}

/**
 * Carries an account's overrides over to another plan (`metering-pricing.md` 13.4). A changed card replaces
 * the target's card for the same billable, a removed one is removed there, too, and an added one is added;
 * the account's own rules replace the whole list. Drops a changed card without a counterpart in the target,
 * and a rule that sets a missing card.
 */
export function carryOverride({ own, source, target }: Carried): CarriedOverride {
  const { cards, dropped, isChanged } = carryCards(own.cards, { source: source.cards, target });
  const [rules, planned] = [own.rules.map(withoutIdentity), source.rules.map(withoutIdentity)];
  const isRuled = canonicalJson(rules) !== canonicalJson(planned);
  const missed = new Set(isRuled ? checkRuleTargets(rules, cards).map(({ ruleName }) => ruleName) : []);
  return {
    overrideCards: isChanged ? cards : undefined,
    overrideRules: isRuled ? rules.filter(({ name }) => !missed.has(name)) : undefined,
    dropped: [...dropped, ...[...missed].map((name) => `pricing rule ${name}`)],
  };
}

function carryCards(
  own: readonly RateCardRow[],
  { source, target }: { source: readonly RateCardRow[]; target: Carried['target'] },
) {
  const before = new Map(source.map((card) => [card.name, card]));
  const left = new Set(own.map(({ name }) => name));
  let cards: NewCard[] = target.cards.map(withoutReference);
  const dropped: string[] = [];
  let isChanged = false;
  for (const card of source) {
    const counterpart = left.has(card.name) ? undefined : findCounterpart(cards, card);
    if (!counterpart) continue;
    cards = cards.filter((each) => each !== counterpart);
    isChanged = true;
  }
  for (const card of own) {
    const former = before.get(card.name);
    if (former && sayingOf(former) === sayingOf(card)) continue;
    const counterpart = findCounterpart(cards, card);
    if (former && !counterpart) dropped.push(`${card.type} card ${card.name} of ${card.billableId}`);
    else cards = putCard(cards, { card, counterpart, planId: target.planId });
    isChanged ||= counterpart !== undefined || !former;
  }
  return { cards, dropped, isChanged };
}

/** The card for the same billable; if there are several, the one with the same name, else the first. */
function findCounterpart(cards: readonly NewCard[], card: RateCardRow): NewCard | undefined {
  const isSame = ({ type, billableId }: NewCard) =>
    type === card.type && (type === 'MINIMUM_COMMITMENT' || billableId === card.billableId);
  const found = cards.filter(isSame);
  return found.find(({ name }) => name === card.name) ?? found[0];
}

/** At the position of its counterpart, under the counterpart's name; or last, under a free name. */
function putCard(
  cards: readonly NewCard[],
  added: { card: RateCardRow; counterpart: NewCard | undefined; planId: string },
): NewCard[] {
  const { card, counterpart, planId } = added;
  const billableId = card.type === 'MINIMUM_COMMITMENT' ? planId : card.billableId;
  const last = Math.max(0, ...cards.map(({ position }) => position));
  const name = counterpart?.name ?? freeName(card.name, new Set(cards.map((each) => each.name)));
  const placed = { ...rename(card, name), billableId, position: counterpart?.position ?? last + 1 };
  return counterpart ? cards.map((each) => (each === counterpart ? placed : each)) : [...cards, placed];
}

/** A card also contains its name, except a minimum commitment. */
function rename(card: RateCardRow, name: string): NewCard {
  const [[member, details] = []] = Object.entries(card.details);
  const { referenceId: _, ...rest } = card;
  if (member === undefined || !('name' in (details as object))) return { ...rest, name };
  return { ...rest, name, details: { [member]: { ...(details as object), name } } };
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : `_${number}`;
    const free = [...name].slice(0, 50 - suffix.length).join('') + suffix;
    if (!taken.has(free)) return free;
  }
}

/** The content of a card, regardless of its name and position. */
function sayingOf({ type, billableId, displayName, invoiceTiming, tag, details }: RateCardRow): string {
  return canonicalJson({ type, billableId, displayName, invoiceTiming, tag, details });
}

function withoutReference({ referenceId: _, ...card }: RateCardRow): NewCard {
  return card;
}

function withoutIdentity({ referenceId: _, id, version, ...rule }: PricingRuleRow): NewRule {
  return rule;
}
