import { checkRuleLogic, type RuleAction, readTarget } from '#core/pricing-rules/index.ts';
import { startTurns } from '#platform/turns.ts';
import { ruleInvalid } from './problems.ts';
import { type CreatePricingRule, MAX_RULES } from './schema.ts';
import type { PricingRuleRow } from './store.ts';

/** A checked rule, before it has a reference and an identity. */
export type NewRule = Omit<PricingRuleRow, 'referenceId' | 'id' | 'version'>;

const MAX_PROBLEMS = 5;
/** Maximum characters of all logic together: every invoice parses it, which takes milliseconds for 1,000. */
const MAX_CHARACTERS = 100_000;
const TOO_LONG = `the logic of all rules together must have at most ${MAX_CHARACTERS} characters`;

/**
 * Checks rules on their own, so that every saved rule can be evaluated: logic parses and reads known
 * variables, orders are unique per timing, and an UPDATE names its target. Throws `ruleInvalid`; its
 * sentences begin with `path`, such as `pricingRules`.
 */
export async function readPricingRules(sent: readonly CreatePricingRule[], path: string): Promise<NewRule[]> {
  if (sent.length > MAX_RULES)
    throw ruleInvalid({ problems: [`${path}: must have at most ${MAX_RULES} rules`] });
  const problems: string[] = [];
  const rules: NewRule[] = [];
  const turns = startTurns();
  let length = 0;
  for (const [index, rule] of sent.entries()) {
    if (turns.isOver()) await turns.yieldLoop();
    const read = readRule(rule, (member, sentence) =>
      problems.push(`${path}[${index}].${member}: ${sentence}`),
    );
    length += (read.condition ?? '').length + read.computation.length;
    if (length > MAX_CHARACTERS) throw ruleInvalid({ problems: [`${path}: ${TOO_LONG}`] });
    rules.push(read);
  }
  problems.push(...findSharedOrders(rules, path));
  if (problems.length > 0) throw ruleInvalid({ problems: problems.slice(0, MAX_PROBLEMS) });
  return rules;
}

type Reject = (member: string, sentence: string) => void;

function readRule(sent: CreatePricingRule, reject: Reject): NewRule {
  const { name, order, invoiceTiming = 'IN_ARREARS', condition, computation } = sent;
  const isAlways = condition === undefined || (typeof condition === 'string' && condition.trim() === '');
  return {
    name: name.trim(),
    order,
    invoiceTiming,
    condition: isAlways ? null : readLogic(condition, 'condition', reject),
    computation: readLogic(computation, 'computation', reject),
    action: readAction(sent.action, (member, sentence) => reject(`action.${member}`, sentence)),
  };
}

function readLogic(source: string | object, member: 'condition' | 'computation', reject: Reject): string {
  const checked = checkRuleLogic(source, member);
  if ('canonical' in checked) return checked.canonical;
  for (const sentence of checked.problems) reject(member, sentence);
  return '';
}

/** Empty texts count as absent. */
function readAction(sent: CreatePricingRule['action'], reject: Reject): RuleAction {
  const { type, metadata } = sent;
  const [target, id, description] = [sent.target?.trim(), sent.id?.trim(), sent.description?.trim()];
  if (type === 'ADD' && target) reject('target', 'is not valid for ADD; leave it out, or use UPDATE');
  if (type === 'UPDATE') {
    const read = target ? readTarget(target) : { error: 'is required for UPDATE' };
    if ('error' in read) reject('target', read.error);
  }
  return {
    type,
    ...(target ? { target } : {}),
    ...(id ? { id } : {}),
    ...(description ? { description } : {}),
    ...(metadata && Object.keys(metadata).length > 0 ? { metadata } : {}),
  };
}

function findSharedOrders(rules: readonly NewRule[], path: string): string[] {
  const taken = new Set<string>();
  return rules.flatMap(({ invoiceTiming, order }, index) => {
    const key = `${invoiceTiming} ${order}`;
    const isTaken = taken.has(key);
    taken.add(key);
    return isTaken
      ? [`${path}[${index}].order: another ${invoiceTiming} rule has the order ${order}; choose another`]
      : [];
  });
}
