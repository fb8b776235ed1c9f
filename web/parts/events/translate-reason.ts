import type { Translate } from '../../messages/catalogs.ts';
import type texts from '../../messages/en/uncounted.json';

export type SayReason = Translate<keyof typeof texts>;
type Key = keyof typeof texts & `why.${string}`;
/** A message and the sentence of the API that it says; a named group fills a place of the message. */
type Pattern = readonly [key: Key, sentence: RegExp];

const NO_METER = /^No meter counted this event: (?<why>.+)\.$/s;

const METERS: readonly Pattern[] = [
  ['why.meterFound', /^meter '(?<meter>.+?)' requires (?<condition>.+), and the event has (?<found>.+)$/s],
  ['why.meterRequires', /^meter '(?<meter>.+?)' requires (?<condition>.+)$/s],
  ['why.meterMatcher', /^meter '(?<meter>.+?)' has a matcher that the event does not satisfy$/s],
  ['why.moreOne', /^1 more meter did not match$/],
  ['why.more', /^(?<count>\d+) more meters did not match$/],
  ['why.inactive', /^usage meter (?<meter>.+) is not active$/s],
  ['why.schemaWithout', /^event schema '(?<schema>.+)' has no active meter$/s],
];

const OTHERS: readonly Pattern[] = [
  ['why.missing', /^missing (?<fields>(?:attribute|dimension) .+)$/s],
  ['why.future', /^timestamp is more than (?<span>24 hours|5 minutes) in the future$/],
  ['why.closed', /^the cycle from (?<start>\S+) took events until (?<end>\S+)$/],
  ['why.noPlan', /^no plan is in force at the time of the event, and it is more than 400 days ago$/],
  ['why.tooOld', /^the cycle is closed, and the event is more than 400 days old$/],
  ['why.noSchema', /^no active event schema is named (?<schema>.+)$/s],
  ['why.draftAccount', /^account (?<account>.+) is a draft; the event is processed when it is activated$/s],
  [
    'why.credits',
    new RegExp(
      String.raw`^feature (?<feature>.+) has (?<credits>\S+) credits and (?<overage>\S+) overage left, ` +
        String.raw`and the event uses (?<units>\S+)$`,
      's',
    ),
  ],
  ['why.featureAttribute', /^feature (?<feature>.+): attribute (?<attribute>.+) is missing$/s],
  ['why.negative', /^attribute (?<attribute>.+) of feature (?<feature>.+) is negative$/s],
  [
    'why.digits',
    /^attribute (?<attribute>.+) has over (?<before>\d+) digits before .* or (?<after>\d+) after it$/s,
  ],
  ['why.meterFailed', /^meter (?<meter>.+?): (?<logic>.+)$/s],
];

/** What JSON Logic says about values with which it cannot calculate. */
const LOGIC: readonly Pattern[] = [
  ['why.noValue', /^"(?<operator>[^"]+)" got no value\. Give the variable a default, as in (?<example>.+)$/s],
  ['why.gotList', /^"(?<operator>[^"]+)" got a list\. Give it a number or numeric text$/],
  ['why.gotDate', /^"(?<operator>[^"]+)" got a date\. Give it a number or numeric text$/],
  ['why.gotNamed', /^"(?<operator>[^"]+)" got a named value\. Give it a number or numeric text$/],
  ['why.gotText', /^"(?<operator>[^"]+)" got "(?<value>.*)"\. Give it a number or numeric text$/s],
  ['why.byZero', /^"(?<operator>[^"]+)" divides by zero\. Test the divisor first, as in (?<example>.+)$/s],
  ['why.otherDate', /^"(?<operator>[^"]+)" compares a date with something else\. Give it two dates$/],
  ['why.steps', /^The logic takes too many steps\. Loop over fewer elements or do less for each$/],
];

/**
 * Why an event is not counted, in the language of the reader. The API says it in English and stores it so
 * with the event. What no pattern recognizes stays as it is.
 */
export function translateReason(reason: string, say: SayReason): string {
  const why = NO_METER.exec(reason)?.groups?.why;
  if (why === undefined) return translate(reason.replace(/\.$/, ''), OTHERS, say) ?? reason;
  const shown = translateMeters(why, say);
  return shown === null ? reason : say('why.noMeter', { why: shown });
}

/** Null if a part is not known. Names and conditions may contain the separator. */
function translateMeters(why: string, say: SayReason): string | null {
  const shown: string[] = [];
  let rest = '';
  for (const piece of why.split('; ')) {
    rest = rest === '' ? piece : `${rest}; ${piece}`;
    const part = translate(rest, METERS, say);
    if (part === null) continue;
    shown.push(part);
    rest = '';
  }
  return rest === '' ? shown.join('; ') : null;
}

function translate(text: string, patterns: readonly Pattern[], say: SayReason): string | null {
  for (const [key, sentence] of patterns) {
    const match = sentence.exec(text);
    if (match) return say(key, shownParts(match.groups ?? {}, say));
  }
  return null;
}

function shownParts(parts: Readonly<Record<string, string>>, say: SayReason): Record<string, string> {
  const { condition, found, fields, span, logic } = parts;
  return {
    ...parts,
    ...(condition !== undefined && { condition: translateCondition(condition, say) }),
    ...(found !== undefined && { found: translateFound(found, say) }),
    ...(fields !== undefined && { fields: translateFields(fields, say) }),
    ...(span !== undefined && { span: say(span === '5 minutes' ? 'why.minutes' : 'why.hours') }),
    ...(logic !== undefined && { logic: translate(logic, LOGIC, say) ?? logic }),
  };
}

/** Words of a condition, but not those in its quoted values. */
function translateCondition(condition: string, say: SayReason): string {
  return unquoted(condition, (text) =>
    text
      .replace(/ and /g, ` ${say('why.and')} `)
      .replace(/ or /g, ` ${say('why.or')} `)
      .replace(/\bnot \(/g, `${say('why.not')} (`)
      .replace(/, … (\d+) more\)/g, (_, count: string) => `, … ${say('why.values', { count })})`),
  );
}

function translateFound(found: string, say: SayReason): string {
  return unquoted(found, (text) =>
    text.replace(/(^| and )no (?=\S)/g, `$1${say('why.no')} `).replace(/ and /g, ` ${say('why.and')} `),
  );
}

function translateFields(fields: string, say: SayReason): string {
  return fields.replace(
    /(^|, )(attribute|dimension) /g,
    (_, before: string, kind: 'attribute' | 'dimension') => `${before}${say(`why.${kind}`)} `,
  );
}

function unquoted(text: string, change: (text: string) => string): string {
  return text.replace(/'[^']*'?|[^']+/g, (part) => (part.startsWith("'") ? part : change(part)));
}
