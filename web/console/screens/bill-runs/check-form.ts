import type { Setting } from '../../../api/generated/types.ts';
import { compare } from '../../../format/decimals.ts';
import { readDecimal } from '../../../format/typed-decimal.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type texts from '../../../messages/en/billRuns.json';
import type { Form } from '../../../ui/use-form.ts';
import { RULES, type Rule, type RuleLevel, type Threshold, thresholdsOf } from './check-rules.ts';

/** An empty text is the default. */
export type CheckFields = Record<Rule | Threshold, string> & {
  needsAddress: boolean;
  needsEmail: boolean;
  isReviewRequired: boolean;
};

type SetRule = { level?: RuleLevel; required?: string[] } & Partial<Record<Threshold, string>>;
type Checks = Partial<Record<Rule, SetRule>>;

/** Settings of an organization, as they are to be. */
export function checkForm(
  settings: readonly Setting[],
  { say, organization }: { say: Translate<keyof typeof texts>; organization: string },
): Form<CheckFields, Setting[]> {
  const initial = fieldsOf(settings);
  return {
    initial,
    check: (fields) => problemsOf(fields, say),
    read: (fields) => settingsOf(fields, organization),
  };
}

function settingOf(settings: readonly Setting[], id: string): string | undefined {
  return settings.find((setting) => setting.id === id)?.value;
}

export function fieldsOf(settings: readonly Setting[]): CheckFields {
  const checks = JSON.parse(settingOf(settings, 'INVOICE_CHECKS') ?? '{}') as Checks;
  const required = checks.DETAILS_MISSING?.required ?? ['ADDRESS', 'EMAIL'];
  const levels = RULES.map((rule) => [rule, checks[rule]?.level ?? '']);
  const numbers = RULES.flatMap((rule) =>
    thresholdsOf(rule).map(([name]) => [name, checks[rule]?.[name] ?? '']),
  );
  return {
    ...(Object.fromEntries([...levels, ...numbers]) as Record<Rule | Threshold, string>),
    needsAddress: required.includes('ADDRESS'),
    needsEmail: required.includes('EMAIL'),
    isReviewRequired: settingOf(settings, 'BILL_RUN_REVIEW') === 'REQUIRED',
  };
}

function problemsOf(fields: CheckFields, say: Translate<keyof typeof texts>) {
  const wrong = RULES.flatMap(thresholdsOf).flatMap(([name]) => {
    const key = problemOf(name, fields[name]);
    return key ? [[name, say(key)] as const] : [];
  });
  const isOff = fields.DETAILS_MISSING === 'OFF';
  return {
    ...Object.fromEntries(wrong),
    ...(!isOff && !fields.needsAddress && !fields.needsEmail && { needsEmail: say('requiredMissing') }),
  };
}

function problemOf(name: Threshold, typed: string): 'hoursInvalid' | 'shareInvalid' | 'numberInvalid' | null {
  if (typed.trim() === '') return null;
  const number = readDecimal(typed);
  const isNumber = number !== null && /^\d{1,12}(?:\.\d{1,6})?$/.test(number);
  switch (name) {
    case 'hours':
      return isNumber && /^[1-9]\d{0,2}$/.test(number) && compare(number, '744') <= 0 ? null : 'hoursInvalid';
    case 'share':
      return isNumber && compare(number, '1') <= 0 ? null : 'shareInvalid';
    default:
      return isNumber ? null : 'numberInvalid';
  }
}

/** What differs from the defaults. */
export function settingsOf(fields: CheckFields, organization: string): Setting[] {
  const checks = RULES.flatMap((rule) => {
    const set: SetRule = {
      ...(fields[rule] !== '' && { level: fields[rule] as RuleLevel }),
      ...Object.fromEntries(
        thresholdsOf(rule).flatMap(([name]) => {
          const number = readDecimal(fields[name]);
          return fields[name].trim() === '' || number === null ? [] : [[name, number]];
        }),
      ),
      ...(rule === 'DETAILS_MISSING' && requiredOf(fields)),
    };
    return Object.keys(set).length > 0 ? [[rule, set] as const] : [];
  });
  const owner = { entityType: 'ORGANIZATION', entityId: organization, namespace: 'PLATFORM' };
  const value = JSON.stringify(Object.fromEntries(checks));
  const review = fields.isReviewRequired ? 'REQUIRED' : 'OPTIONAL';
  return [
    { ...owner, id: 'INVOICE_CHECKS', name: 'Invoice checks', dataType: 'JSON', value },
    { ...owner, id: 'BILL_RUN_REVIEW', name: 'Bill run review', dataType: 'STRING', value: review },
  ];
}

function requiredOf({ needsAddress, needsEmail }: CheckFields): { required: string[] } | false {
  if (needsAddress === needsEmail) return false;
  return { required: [needsAddress ? 'ADDRESS' : 'EMAIL'] };
}
