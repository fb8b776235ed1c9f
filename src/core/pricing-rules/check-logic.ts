import { GENERAL_LIMITS, LogicError, parseLogic } from '../json-logic/index.ts';
import { isVariableName } from './variable-names.ts';

/**
 * The logic of a rule in its canonical text, or the sentences that say what is wrong with it. Every name has
 * to be written out, so that what a rule depends on is known before it runs.
 */
export function checkRuleLogic(source: string | object): { canonical: string } | { problems: string[] } {
  try {
    const { canonical, variables, hasComputedVariables } = parseLogic(source, GENERAL_LIMITS);
    const unknown = variables.filter((name) => !isVariableName(name));
    const problems = [
      ...unknown.map((name) => `no variable is named ${shorten(name)}; ${KNOWN_NAMES}`),
      ...(hasComputedVariables ? ['the name of a variable must be written out, not computed'] : []),
    ];
    return problems.length > 0 ? { problems } : { canonical };
  } catch (error) {
    if (error instanceof LogicError) return { problems: [error.message.replace(/\.$/, '')] };
    throw error;
  }
}

const KNOWN_NAMES =
  'use revenue.<card>.<id>, usage.<card>.<id> (card: ff, urc, lic, ber, eo, cg or tag), credit.cg.<id>, ' +
  'revenue.rule.<id>, revenue.rate_card_total, invoice.start_date or invoice.end_date';

function shorten(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60)}…` : name;
}
