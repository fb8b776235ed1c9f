import { decimalText } from '../decimal.ts';
import { compile } from './compile.ts';
import { LogicError } from './error.ts';
import type { LogicLimits } from './limits.ts';
import type { Evaluate } from './operator.ts';
import { canonicalText, parseTree, type Tree } from './parse.ts';
import { isDecimal, isTruthy, type LogicContext, toText } from './values.ts';

/** A part of logic that is true or false. */
export interface Condition {
  /** For people, such as `dimensions.region = 'eu'`. */
  readonly text: string;
  /** Names of the context variables that it reads, in the plural form; not those of loop elements. */
  readonly variables: readonly string[];
  /** Whether it reads computed names, or the whole context. */
  readonly hasComputedVariables: boolean;
  /** Throws `LogicError` as the logic does. */
  holds(context: LogicContext): boolean;
}

/** Logic split into its conditions. */
export interface Conditions {
  /** The largest parts that depend on one variable and that `and` and `or` join with the rest. */
  readonly ofOneVariable: readonly Condition[];
  /** The first condition that makes the whole falsy; null when the whole is truthy or fails. */
  findFailed(context: LogicContext): Condition | null;
}

/**
 * Gas for one explanation, in the units of `limits.ts`; when it runs out, the whole logic is the condition.
 */
const GAS = 10_000;

interface Node extends Condition {
  tree: Tree;
  evaluate: Evaluate;
  children: readonly Node[];
}

type Run = Parameters<Evaluate>[0];

/** Reads logic that has been checked, such as `ParsedLogic.canonical`. */
export function conditionsOf(source: string, limits: LogicLimits): Conditions {
  const root = nodeOf(parseTree(source, limits), limits);
  return {
    ofOneVariable: partsOfOneVariable(root),
    findFailed: (context) => {
      const run = newRun(context, limits);
      try {
        return isTruthy(root.evaluate(run)) ? null : descend(root, run);
      } catch (error) {
        if (!(error instanceof LogicError)) throw error;
        return error.code === 'OUT_OF_GAS' ? root : null;
      }
    },
  };
}

function nodeOf(tree: Tree, limits: LogicLimits): Node {
  const { evaluate, variables, hasComputedVariables } = compile(tree);
  const children = isChoice(tree) ? tree.args.map((arg) => nodeOf(arg, limits)) : [];
  return {
    ...{ tree, evaluate, children, hasComputedVariables },
    variables: [...new Set([...variables].map(pluralName))].sort(),
    get text() {
      return textOf(tree);
    },
    holds: (context) => isTruthy(evaluate(newRun(context, limits))),
  };
}

function newRun(context: LogicContext, { divisionDigits }: LogicLimits): Run {
  return { context, data: context, gas: GAS, onMissing: undefined, divisionDigits };
}

/** Both spellings name the same variable (`toPath`). */
function pluralName(name: string): string {
  return name.replace(/^(attribute|dimension)\./, '$1s.');
}

const CHOICES = new Set(['and', 'or', 'if', '?:', '!!']);

function isChoice(tree: Tree): tree is Tree & { kind: 'operation' } {
  return tree.kind === 'operation' && CHOICES.has(tree.operator);
}

function partsOfOneVariable(node: Node): Condition[] {
  const { tree, variables, hasComputedVariables, children } = node;
  if (variables.length === 1 && !hasComputedVariables) return [node];
  const isJoined = tree.kind === 'operation' && JOINING.has(tree.operator);
  return isJoined ? children.flatMap(partsOfOneVariable) : [];
}

/** The branch of an `if` depends on more than its own condition. */
const JOINING = new Set(['and', 'or', '!!']);

/** The part of a falsy node that made it falsy. All parts of an `or` failed, so it is reported as a whole. */
function descend(node: Node, run: Run): Node {
  const { tree, children } = node;
  if (!isChoice(tree)) return node;
  switch (tree.operator) {
    case 'and': {
      const failed = children.find((child) => !isTruthy(child.evaluate(run)));
      return failed ? descend(failed, run) : node;
    }
    case '!!':
      return descend(children[0] as Node, run);
    case 'if':
    case '?:': {
      const result = findResult(children, run);
      return result ? descend(result, run) : node;
    }
    default:
      return children.length === 1 ? descend(children[0] as Node, run) : node;
  }
}

/** The result of an `if`: that of its first true condition, else the last part, if that has no condition. */
function findResult(children: readonly Node[], run: Run): Node | undefined {
  for (let index = 0; index + 1 < children.length; index += 2)
    if (isTruthy((children[index] as Node).evaluate(run))) return children[index + 1];
  return children.length % 2 === 1 ? children.at(-1) : undefined;
}

const INFIX: ReadonlyMap<string, string> = new Map([
  ...(['<', '<=', '>', '>=', '+', '-', '*', '/', '%', 'in', 'and', 'or'] as const).map(
    (name): [string, string] => [name, name],
  ),
  ...[['==', '='] as const, ['===', '='] as const, ['!=', '≠'] as const, ['!==', '≠'] as const],
]);

/** In usual notation; operators without a symbol stay as in JSON. */
function textOf(tree: Tree, isInside = false): string {
  if (tree.kind === 'literal') return literalText(tree.value);
  if (tree.kind === 'list') return `(${tree.items.map((item) => textOf(item)).join(', ')})`;
  const { operator, args } = tree;
  const [first] = args;
  if (operator === 'var' && first?.kind === 'literal' && first.value !== null) return toText(first.value);
  if (operator === '!' && first) return `not (${textOf(first)})`;
  if (operator === '!!' && first) return textOf(first, isInside);
  const sign = INFIX.get(operator);
  if (sign === undefined || args.length < 2) return canonicalText(tree);
  const text = args.map((arg) => textOf(arg, true)).join(` ${sign} `);
  return isInside ? `(${text})` : text;
}

function literalText(value: (Tree & { kind: 'literal' })['value']): string {
  if (typeof value === 'string') return `'${value}'`;
  return isDecimal(value) ? decimalText(value) : String(value);
}
