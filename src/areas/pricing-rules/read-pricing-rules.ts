import { checkRuleLogic, type RuleAction, readTarget } from '#core/pricing-rules/index.ts';
import { ruleInvalid } from './problems.ts';
import { type CreatePricingRule, MAX_RULES } from './schema.ts';
import type { PricingRuleRow } from './store.ts';

/** A rule that was checked, before it has a place and an identity. */
export type NewRule = Omit<PricingRuleRow, 'referenceId' | 'id' | 'version'>;

const MAX_PROBLEMS = 5;
/** Of all logic together: it is parsed for every invoice, which takes a few milliseconds for 1,000. */
const MAX_CHARACTERS = 100_000;

/**
 * Checks everything that rules say alone, so that what is saved can be evaluated: the logic parses and reads
 * known variables, no two rules share a place, an UPDATE names what it sets. Throws `ruleInvalid`, whose
 * sentences begin with `path`, such as `pricingRules`.
 */
export function readPricingRules(sent: readonly CreatePricingRule[], path: string): NewRule[] {
  if (sent.length > MAX_RULES) throw ruleInvalid({ problems: [`${path}: at most ${MAX_RULES} rules`] });
  const problems: string[] = [];
  const rules = sent.map((rule, index) =>
    readRule(rule, (member, sentence) => problems.push(`${path}[${index}].${member}: ${sentence}`)),
  );
  problems.push(...findSharedPlaces(rules, path), ...checkLength(rules, path));
  if (problems.length > 0) throw ruleInvalid({ problems: problems.slice(0, MAX_PROBLEMS) });
  return rules;
}

type Refuse = (member: string, sentence: string) => void;

function readRule(sent: CreatePricingRule, refuse: Refuse): NewRule {
  const { name, order, invoiceTiming = 'IN_ARREARS', condition, computation } = sent;
  const isAlways = condition === undefined || (typeof condition === 'string' && condition.trim() === '');
  return {
    name: name.trim(),
    order,
    invoiceTiming,
    condition: isAlways ? null : readLogic(condition, 'condition', refuse),
    computation: readLogic(computation, 'computation', refuse),
    action: readAction(sent.action, (member, sentence) => refuse(`action.${member}`, sentence)),
  };
}

function readLogic(source: string | object, member: 'condition' | 'computation', refuse: Refuse): string {
  const checked = checkRuleLogic(source, member);
  if ('canonical' in checked) return checked.canonical;
  for (const sentence of checked.problems) refuse(member, sentence);
  return '';
}

/** Members that are empty texts are as good as absent. */
function readAction(sent: CreatePricingRule['action'], refuse: Refuse): RuleAction {
  const { type, metadata } = sent;
  const [target, id, description] = [sent.target?.trim(), sent.id?.trim(), sent.description?.trim()];
  if (type === 'ADD' && target) refuse('target', 'ADD has none; leave it out, or use UPDATE');
  if (type === 'UPDATE') {
    const read = target ? readTarget(target) : { refused: 'is required for UPDATE' };
    if ('refused' in read) refuse('target', read.refused);
  }
  return {
    type,
    ...(target ? { target } : {}),
    ...(id ? { id } : {}),
    ...(description ? { description } : {}),
    ...(metadata && Object.keys(metadata).length > 0 ? { metadata } : {}),
  };
}

function checkLength(rules: readonly NewRule[], path: string): string[] {
  const length = rules.reduce(
    (sum, rule) => sum + (rule.condition ?? '').length + rule.computation.length,
    0,
  );
  return length <= MAX_CHARACTERS
    ? []
    : [`${path}: the logic of all rules together may have at most ${MAX_CHARACTERS} characters`];
}

function findSharedPlaces(rules: readonly NewRule[], path: string): string[] {
  const taken = new Set<string>();
  return rules.flatMap(({ invoiceTiming, order }, index) => {
    const place = `${invoiceTiming} ${order}`;
    const isTaken = taken.has(place);
    taken.add(place);
    return isTaken ? [`${path}[${index}].order: ${order} is taken by another ${invoiceTiming} rule`] : [];
  });
}
