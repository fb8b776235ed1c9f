import { CARD_CODES, type CardCode } from './rule-input.ts';

/** A parsed name of a value of cards, a tag or an earlier addition. */
interface MeasureName {
  measure: 'revenue' | 'usage' | 'credit';
  subject: CardCode | 'tag' | 'rule';
  /** The billable or card name; the tag; the `action.id` of the addition. */
  id: string;
}

export const RATE_CARD_TOTAL = 'revenue.rate_card_total';
export const START_DATE = 'invoice.start_date';
export const END_DATE = 'invoice.end_date';
const FIXED_NAMES: ReadonlySet<string> = new Set([RATE_CARD_TOTAL, START_DATE, END_DATE]);

const CODES = Object.keys(CARD_CODES);
const SUBJECTS: Readonly<Record<MeasureName['measure'], readonly string[]>> = {
  revenue: [...CODES, 'tag', 'rule'],
  usage: [...CODES, 'tag'],
  credit: ['cg'],
};

/** Ids contain dots, so the id is everything after the second one. */
const MEASURE_NAME = /^(revenue|usage|credit)\.([a-z]+)\.(.+)$/s;

/** Null for a name that is not a variable. */
function readMeasureName(name: string): MeasureName | null {
  const [, measure, subject = '', id = ''] = MEASURE_NAME.exec(name) ?? [];
  if (measure === undefined || !SUBJECTS[measure as MeasureName['measure']].includes(subject)) return null;
  return { measure, subject, id } as MeasureName;
}

export function isVariableName(name: string): boolean {
  return FIXED_NAMES.has(name) || readMeasureName(name) !== null;
}

/** The card whose amount or quantity a rule sets. */
interface RuleTarget {
  measure: 'revenue' | 'usage';
  code: CardCode;
  id: string;
}

/** Cards that can be rated again for another quantity. */
const MEASURED: readonly CardCode[] = ['urc', 'lic', 'eo'];

/** Parses a target, or explains why it is invalid. */
export function readTarget(text: string): RuleTarget | { error: string } {
  const name = readMeasureName(text);
  if (!name || name.measure === 'credit' || !isCardCode(name.subject))
    return { error: 'must be revenue.<card>.<id> or usage.<card>.<id>; tags and totals cannot be set' };
  const { measure, subject: code, id } = name;
  if (measure === 'usage' && !MEASURED.includes(code))
    return { error: `a card of kind ${code} is not rated by its usage; use revenue.${code}.<id>` };
  return { measure, code, id };
}

function isCardCode(subject: MeasureName['subject']): subject is CardCode {
  return Object.hasOwn(CARD_CODES, subject);
}
