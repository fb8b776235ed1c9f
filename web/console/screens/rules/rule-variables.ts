import type { PricingRule, RateCard } from '../../../api/generated/types.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type texts from '../../../messages/en/rules.json';
import type { LogicVariable } from '../../../parts/logic/condition-fields.tsx';

type Say = Translate<keyof typeof texts>;

/** The codes of kinds of cards in the names of variables. */
const CODES: Readonly<Partial<Record<RateCard['type'], string>>> = {
  FIXED_FEE: 'ff',
  USAGE: 'urc',
  LICENSE: 'lic',
  BILLING_ENTITLEMENT: 'ber',
  ENTITLEMENT_OVERAGE: 'eo',
  CREDIT_GRANT: 'cg',
};

/** Cards that are rated again when a rule sets their quantity. */
const MEASURED: readonly RateCard['type'][] = ['USAGE', 'LICENSE', 'ENTITLEMENT_OVERAGE'];

interface Known {
  cards: readonly RateCard[];
  rules: readonly PricingRule[];
  timing: string;
}

/** What a rule of a timing can read. */
export function variablesOf({ cards, rules, timing }: Known, say: Say): LogicVariable[] {
  const seen = cards.filter(({ invoiceTiming, type }) => invoiceTiming === timing && CODES[type]);
  const tags = [...new Set(seen.flatMap(({ tag }) => tag ?? []))];
  return [
    ...seen.flatMap((card) => measuresOf(card, cards).map((each) => named(each, say))),
    ...tags.map((tag) => ({ name: `revenue.tag.${tag}`, text: say('amountOfTag', { tag }) })),
    { name: 'revenue.rate_card_total', text: say('cardTotal') },
    ...rules.flatMap(({ action, invoiceTiming, name }) =>
      action.type === 'ADD' && action.id && invoiceTiming === timing
        ? [{ name: `revenue.rule.${action.id}`, text: say('amountOfRule', { name }) }]
        : [],
    ),
  ];
}

/** What a rule of a timing can set. */
export function targetsOf({ cards, timing }: Pick<Known, 'cards' | 'timing'>, say: Say) {
  return cards
    .filter(({ invoiceTiming, type }) => invoiceTiming === timing && CODES[type])
    .flatMap((card) => measuresOf(card, cards).map((each) => named(each, say)));
}

interface Measure {
  kind: 'amountOf' | 'usageOf';
  name: string;
  card: RateCard;
}

/** The name of a card stands for it where several bill the same meter. */
function measuresOf(card: RateCard, cards: readonly RateCard[]): Measure[] {
  const { type, billableId } = card;
  const isShared = cards.filter((each) => each.type === type && each.billableId === billableId).length > 1;
  const path = `${CODES[type]}.${isShared ? card.name : billableId}`;
  const amount = { kind: 'amountOf' as const, name: `revenue.${path}`, card };
  return MEASURED.includes(type) ? [amount, { kind: 'usageOf', name: `usage.${path}`, card }] : [amount];
}

function named({ kind, name, card }: Measure, say: Say): LogicVariable {
  return { name, text: say(kind, { name: card.displayName || card.name }) };
}
