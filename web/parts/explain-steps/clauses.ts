import type { Patterns } from './patterns.ts';

/** The price that events carry: it has no units. */
export const CARRIED: Patterns = [
  ['carried.none', '0, so no slab is charged'],
  ['carried.none', '0, so no tier is charged'],
  ['carried.atLeast', '{product:calculation}, but at least {bound:number}'],
  ['carried.atMost', '{product:calculation}, but at most {bound:number}'],
  ['carried.plain', '{product:calculation}'],
];

/** Parts of sentences that have words of their own. */
export const CLAUSES: Readonly<Record<string, Patterns>> = {
  events: [
    ['events_one', '1 event'],
    ['events_other', '{count:number} events'],
  ],
  aggregation: [
    ['aggregation.COUNT', 'COUNT of {events:events}'],
    ['aggregation.SUM', 'SUM of {events:events}'],
    ['aggregation.MAX', 'maximum of {events:events}'],
    ['aggregation.MIN', 'minimum of {events:events}'],
    ['aggregation.AVERAGE', 'average of {events:events}'],
    ['aggregation.UNIQUE_COUNT', 'different keys of {events:events}'],
    ['aggregation.LATEST', 'latest of {events:events}'],
    ['aggregation.TIME_WEIGHTED_SUM', 'sum of {events:events}, weighted by time,'],
    ['aggregation.other', '{aggregation:word} of {events:events}'],
  ],
  units: [
    ['units.firstOne', 'first 1 unit'],
    ['units.first', 'first {quantity:number} units'],
    ['units.nextOne', 'next 1 unit'],
    ['units.next', 'next {quantity:number} units'],
    ['units.allOne', 'all 1 unit'],
    ['units.all', 'all {quantity:number} units'],
    ['units.some', '{quantity:number} units'],
  ],
  price: [
    ['price.flat', 'at a flat {rate:number} = {amount:number}'],
    ['price.onePackage', 'in 1 package of {size:number} × {product:calculation}'],
    ['price.packages', 'in {count:number} packages of {size:number} × {product:calculation}'],
    ['price.percentage', '× {rate:number} % = {amount:number}'],
    ['price.perUnit', '× {product:calculation}'],
  ],
  nothing: [
    ['nothing.usage', 'no usage'],
    ['nothing.overage', 'no overage'],
    ['nothing.credits', 'no credits'],
    ['nothing.credit', 'no credit'],
  ],
  carried: CARRIED,
  rounding: [
    ['rounding.HALF_UP', 'half away from zero'],
    ['rounding.HALF_EVEN', 'half to even'],
    ['rounding.DOWN', 'toward zero'],
  ],
  digits: [
    ['digits_one', '1 digit'],
    ['digits_other', '{count:number} digits'],
  ],
  recurrence: [
    ['recurrence.once', 'charged once'],
    ['recurrence.each', 'every cycle'],
    ['recurrence.several', 'every {count:number} cycles'],
  ],
  licences: [
    ['licences.daily', 'each day costs one of {days:number} of the price of its quantity'],
    ['licences.dailyInCycle', 'each day costs one of its usage cycle of the price of its quantity'],
    ['licences.mostInCycle', '{quantity:number} at most in a usage cycle, each priced on its own'],
    ['licences.namesInCycle', '{quantity:number} names in a usage cycle, each priced on its own'],
    ['licences.most', '{quantity:number} at most'],
    ['licences.names', '{quantity:number} names'],
  ],
  days: [
    ['days.several', '{start:day} to {end:day}'],
    ['days.one', '{day:day}'],
  ],
  held: [
    ['held.none', 'none'],
    ['held.some', '{quantity:number}'],
  ],
  bounds: [
    ['bounds.both', '{minimum:number} and {maximum:number}'],
    ['bounds.one', '{bound:number}'],
  ],
  back: [
    ['back.NONE', 'not given back'],
    ['back.CREDITS', 'given back as a credit'],
    ['back.WALLET', 'given back to the wallet'],
    ['back.PAYMENT', 'given back to who paid it'],
  ],
  scope: [
    ['scope.all', 'for every line'],
    ['scope.some', 'for {lines:text}'],
  ],
  validity: [
    ['validity.until', '{start:day} to {end:day}'],
    ['validity.open', 'from {start:day}'],
  ],
  cause: [
    ['cause.creditNote', 'the credit note'],
    ['cause.endOfSchedule', 'the end of the schedule on {day:day}'],
    ['cause.event', '1 event that came or went'],
    ['cause.events', '{count:number} events that came or went'],
  ],
  reason: [
    ['reason.notANumber', 'the result is not a number'],
    ['reason.tooLarge', 'the result has more digits before the point than an amount or a quantity may have'],
    ['reason.severalCards', 'the target means several rate cards'],
    ['reason.other', '{reason:text}'],
  ],
};
