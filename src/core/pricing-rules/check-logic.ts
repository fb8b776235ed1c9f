import { GENERAL_LIMITS, LogicError, type ParsedLogic, parseLogic } from '../json-logic/index.ts';
import { GAS, isNumber } from './decide-rule.ts';
import { isVariableName } from './variable-names.ts';

/**
 * The canonical text of a rule's logic, or sentences about its problems. Every name has to be literal, so
 * that the dependencies of a rule are known before it runs; constant logic is evaluated at once, because an
 * error would occur every time.
 */
export function checkRuleLogic(
  source: string | object,
  member: 'condition' | 'computation',
): { canonical: string } | { problems: string[] } {
  try {
    const logic = parseLogic(source, GENERAL_LIMITS);
    const { canonical, variables, hasComputedVariables } = logic;
    const unknown = variables.filter((name) => !isVariableName(name));
    const problems = [
      ...unknown.map((name) => `${shorten(name)} is not a variable; ${KNOWN_NAMES}`),
      ...(hasComputedVariables ? ['the name of a variable must be literal, not computed'] : []),
      ...(variables.length === 0 && !hasComputedVariables ? checkConstant(logic, member) : []),
    ];
    return problems.length > 0 ? { problems } : { canonical };
  } catch (error) {
    if (error instanceof LogicError) return { problems: [error.message.replace(/\.$/, '')] };
    throw error;
  }
}

function checkConstant(logic: ParsedLogic, member: 'condition' | 'computation'): string[] {
  const value = logic.evaluate(new Map(), { gas: GAS });
  return member === 'condition' || isNumber(value) ? [] : ['the result must be a number'];
}

const KNOWN_NAMES =
  'use revenue.<card>.<id>, usage.<card>.<id> (card: ff, urc, lic, ber, eo, cg or tag), credit.cg.<id>, ' +
  'revenue.rule.<id>, revenue.rate_card_total, invoice.start_date or invoice.end_date';

function shorten(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60)}…` : name;
}
