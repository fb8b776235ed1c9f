import { CARRIED } from './clauses.ts';
import type { Patterns } from './patterns.ts';

const CYCLE = 'usage cycle {number:number}, {cycle:days}: ';
const BILLED = 'for {billed:number} of {all:number} days';
const BECOMES = '{before:number} becomes {after:number}';
const KEPT = 'also for what is charged with the days before';
const REPLACED = 'from {start:day} {counted:held} instead of {charged:held}: {difference:calculation}';
const WITHIN = 'within the bounds of the card, {bounds:bounds}';
const COMMITMENT = 'minimum commitment of a cycle: {amount:number} {currency:word}';
const WINDOW =
  '{quantity:number} for {days:number} of {all:number} days from {start:day}: {share:calculation}';
const PAID = '{quantity:number} are charged with the days before: {difference:calculation}';

const TIERS: Patterns = [
  ['tier.atLeast', '{units:units} {price:price}, but at least {bound:number}'],
  ['tier.atMost', '{units:units} {price:price}, but at most {bound:number}'],
  ['tier.plain', '{units:units} {price:price}'],
  ['together.price', 'together {amount:number}'],
];

const FEES: Patterns = [
  ['fee.share', '{name:text} {share:calculation} days'],
  ['fee.whole', '{name:text} {amount:number}'],
];

/** The price of a card; the API calls tiers slabs in stored sentences. */
const PRICES: Patterns = [
  ['usage', 'usage: {measured:aggregation} in {meter:text} = {quantity:number}'],
  ['carriedBy', 'price carried by {events:events} in {meter:text}: {price:carried}'],
  ['cap', `at most {most:number} units are charged: ${BECOMES}`],
  ...TIERS,
  ['tier.sum', 'slabs together: {sum:calculation}'],
  ['tier.sum', 'sum of the tiers: {sum:calculation}'],
  ['tier.none', '{nothing:nothing}, so no slab is charged'],
  ['tier.none', '{nothing:nothing}, so no tier is charged'],
  ['minimum.ofCycle', `card minimum of a cycle: {rate:number}; ${BILLED}: {share:calculation}`],
  ['minimum.ofBlock', `card minimum of a block: {rate:number}; ${BILLED}: {share:calculation}`],
  ['minimum.applied', `card minimum of {bound:calculation} applied: ${BECOMES}`],
  ['maximum.applied', `card maximum of {bound:calculation} applied: ${BECOMES}`],
  ['charged.exactly', 'charged: {amount:number} {currency:word}'],
  [
    'charged.rounded',
    'charged: {exact:number} rounded {mode:rounding} to {digits:digits} = {amount:number} {currency:word}',
  ],
];

const FEES_AND_CREDITS: Patterns = [
  [
    'fixedFee.inPeriod',
    'fixed fee: {fee:calculation}, {often:recurrence}, for from {start:day} to {end:day}',
  ],
  ['fixedFee.plain', 'fixed fee: {fee:calculation}, {often:recurrence}'],
  ['billed.plain', `billed ${BILLED}: {share:calculation}`],
  ['billed.inPeriod', `billed ${BILLED}, from {start:day} to {end:day}: {share:calculation}`],
  ['creditGrant.once', 'credit granted once: {credit:calculation} {currency:word}'],
  [
    'creditGrant.inPeriod',
    'credit granted for {start:day} to {end:day}: {credit:calculation} {currency:word}',
  ],
  ['granted.purchase', 'credits granted with the purchase: {credits:calculation}'],
  ['granted.inPeriod', 'credits granted from {start:day} to {end:day}: {credits:calculation}'],
  ['overage', 'used beyond the credits from {start:day} to {end:day}: {quantity:number}'],
  ['overageCap', 'at most {most:number} may be used beyond them in a block'],
  ['custom', 'amount: {amount:value}'],
  ['rateTimesQuantity', 'rate × quantity: {product:calculation}'],
];

const LICENCES: Patterns = [
  ['licences.period', 'licences from {start:day} to {end:day}: {counted:licences}'],
  ['licences.noTier', 'price of {quantity:number}: {amount:number}, no slab is entered'],
  ['licences.noTier', 'price of {quantity:number}: {amount:number}, no tier is reached'],
  ['licences.price', 'price of {quantity:number}: {tiers:tiers}'],
  ['window.days', WINDOW],
  ['cycle.days', `${CYCLE}${WINDOW}`],
  ['window.paid', PAID],
  ['cycle.paid', `${CYCLE}${PAID}`],
  ['cycle.price', `${CYCLE}{quantity:number} for {price:number}`],
  ['together.sum', 'together: {sum:calculation}'],
  ['minimum.kept', `card minimum of {bound:calculation} applied, ${KEPT}: ${BECOMES}`],
  ['maximum.kept', `card maximum of {bound:calculation} applied, ${KEPT}: ${BECOMES}`],
  ['changes.period', 'licences charged in advance from {start:day} to {end:day}'],
  ['changes.more', `${REPLACED}; more by {share:calculation}`],
  ['changes.less', `${REPLACED}; less by {share:calculation}`],
  ['more.plain', 'more, together: {amount:number}'],
  ['more.bound', `more, together, ${WITHIN}: {amount:number}`],
  ['less.plain', 'less, together: {amount:number}, {back:back}'],
  ['less.bound', `less, together, ${WITHIN}: {amount:number}, {back:back}`],
];

const CORRECTIONS: Patterns = [
  ['due', 'due for {start:day} to {end:day}: {due:number}, charged before: {charged:number}'],
  ['difference.plain', 'difference: {difference:calculation}'],
  ['difference.inCurrency', 'difference: {difference:calculation} {currency:word}'],
  ['unused', 'unused from {start:day}: {share:calculation}'],
  ['usedAfterAll.plain', 'used after all from {start:day}: {share:calculation}'],
  ['usedAfterAll.atPrice', 'used after all from {start:day}, at the price that was charged until then'],
  ['lessByNow', 'less than that by now: {left:number} is still to be charged'],
  ['takenOff.invoice', 'taken off the invoice: {amount:number}, because: {reason:text}'],
  ['takenOff.line', 'taken off {line:text}: {amount:number}, because: {reason:text}'],
  ['adjusted.before', 'invoice {number:text} of {start:day} to {end:day}, before: {steps:steps}'],
  ['adjusted.after', 'with {cause:cause} after it: {steps:steps}'],
  ['adjusted.none', 'not charged'],
];

const CREDITS_AND_TAXES: Patterns = [
  [
    'credit.grant',
    'credit: {available:number} available, priority {priority:number}, {scope:scope}, {valid:validity}',
  ],
  ['credit.pays', 'pays {amount:number} of {line:text}'],
  ['credit.takenOff', 'taken off the gross amount: {amount:number} {currency:word}'],
  ['tax.base', 'taxable: net amount and charges = {amount:number}'],
  ['tax.amount', '{percent:number} % of it: {product:calculation}'],
  ['commitment.share', `${COMMITMENT}; ${BILLED}: {share:calculation}, rounded {rounded:number}`],
  ['commitment.plain', COMMITMENT],
  ['commitment.counted', 'charged in advance and counted: {amount:number}'],
  ['commitment.countedFees', 'charged in advance and counted: {amount:number}: {fees:fees}'],
  ['commitment.missing', 'missing to it: {difference:calculation}'],
];

/** Charges and pricing rules; the names of variables are those of the logic. */
const RULES: Patterns = [
  ['rule.charge', 'charge: {amount:value}'],
  ['rule.logic', 'rule: {logic:text}'],
  ['rule.condition', 'condition: {logic:text}'],
  ['rule.computation', 'computation: {logic:text}'],
  ['rule.absent', '{variable:text} is not on the invoice and counts as 0'],
  ['rule.holds', 'the condition holds'],
  ['rule.doesNotHold', 'the condition does not hold, so nothing changes'],
  ['rule.noTarget', 'its target is not billed here, so nothing changes'],
  ['rule.conditionFailed', 'the condition cannot be computed: {reason:reason}'],
  ['rule.failed', 'it cannot be computed: {reason:reason}'],
  ['rule.rejected', 'it cannot be applied: {reason:reason}'],
  ['rule.result', 'result: {result:number}'],
  ['rule.changes', 'pricing rule {rule:text} changes this:'],
  ['rule.usage', `usage of {card:text}: ${BECOMES}`],
  ['rule.discount', 'a discount, so it is taken off'],
  ['rule.variable', '{variable:word} = {value:value}'],
];

export const SENTENCES: Patterns = [
  ...PRICES,
  ...FEES_AND_CREDITS,
  ...LICENCES,
  ...CORRECTIONS,
  ...CREDITS_AND_TAXES,
  ...RULES,
  ...CARRIED.slice(2),
];

/** Lists inside of a sentence, and what separates their sentences. */
export const LISTS: Readonly<Record<string, { separator: string; patterns: Patterns }>> = {
  tiers: { separator: '; ', patterns: TIERS },
  fees: { separator: ', ', patterns: FEES },
  steps: { separator: '; ', patterns: SENTENCES },
};
