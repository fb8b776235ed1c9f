import { CARD_CODES, type CardCode } from '#core/pricing-rules/index.ts';
import type { EntityName } from './card-schema.ts';
import { entityTypeOf } from './names.ts';

/**
 * Variables of pricing rules name a resource by id or a card by name. A document has the name of the resource
 * in braces, as in `usage.urc.{API calls}`; card names stay unchanged.
 */
const VARIABLE = /^(revenue|usage|credit)\.(ff|urc|lic|ber|eo|cg)\.(.+)$/s;
const BRACED = /^\{(.+)\}$/s;
/** Logic is stored as canonical JSON, in which only texts are in quotation marks. */
const TEXTS = /"(?:[^"\\]|\\.)*"/gs;

interface RuleTexts {
  condition?: string | null;
  computation: string;
  action: { target?: string };
}

/** The ids, or possible ids, that rules read and set. */
export function listRuleIds(rules: readonly RuleTexts[]): string[] {
  return rules.flatMap((rule) => variablesOf(rule).flatMap((text) => VARIABLE.exec(text)?.[3] ?? []));
}

/** The resources that rules of a document name in braces. */
export function listRuleNames(rules: readonly RuleTexts[]): EntityName[] {
  return rules.flatMap((rule) => variablesOf(rule).flatMap((text) => readBraced(text)?.entity ?? []));
}

/** Replaces the ids of a rule with names. A text that is not an id is the name of a card, and stays. */
export function nameInRule<T extends RuleTexts>(rule: T, nameOf: (id: string) => string | undefined): T {
  return mapVariables(rule, (text) => {
    const [, measure, code, id = ''] = VARIABLE.exec(text) ?? [];
    const name = nameOf(id);
    return name === undefined ? text : `${measure}.${code}.{${name}}`;
  });
}

/** Replaces the names in a document's rule with ids; every name of `listRuleNames` must have one. */
export function resolveInRule<T extends RuleTexts>(rule: T, idOf: (name: EntityName) => string): T {
  return mapVariables(rule, (text) => {
    const braced = readBraced(text);
    return braced ? `${braced.prefix}.${idOf(braced.entity)}` : text;
  });
}

function readBraced(text: string): { prefix: string; entity: EntityName } | null {
  const [, measure, code = '', rest = ''] = VARIABLE.exec(text) ?? [];
  const name = BRACED.exec(rest)?.[1];
  if (name === undefined) return null;
  const type = entityTypeOf(CARD_CODES[code as CardCode]);
  return { prefix: `${measure}.${code}`, entity: { type, name } };
}

function variablesOf({ condition, computation, action }: RuleTexts): string[] {
  const texts = [...(condition ?? '').matchAll(TEXTS), ...computation.matchAll(TEXTS)];
  return [...texts.flatMap(([text]) => readText(text) ?? []), action.target ?? ''];
}

function mapVariables<T extends RuleTexts>(rule: T, map: (text: string) => string): T {
  const inLogic = (logic: string) =>
    logic.replaceAll(TEXTS, (literal) => {
      const text = readText(literal);
      const mapped = text === null ? null : map(text);
      return mapped === null || mapped === text ? literal : JSON.stringify(mapped);
    });
  const { condition, computation, action } = rule;
  const target = action.target === undefined ? undefined : map(action.target);
  return {
    ...rule,
    ...(typeof condition === 'string' && { condition: inLogic(condition) }),
    computation: inLogic(computation),
    action: { ...action, ...(target !== undefined && { target }) },
  };
}

/** Null for text that is not JSON: a document may contain anything, and the area that reads it rejects it. */
function readText(literal: string): string | null {
  try {
    return JSON.parse(literal) as string;
  } catch {
    return null;
  }
}
