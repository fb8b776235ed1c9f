import { type Evaluate, spend, type Term } from './operator.ts';
import { OPERATORS } from './operators/table.ts';
import type { Tree } from './parse.ts';
import { checkedList, type LogicValue, toText } from './values.ts';

/** Closures over closures: evaluation neither walks a tree nor looks up operators. */
export type Compiled = {
  readonly evaluate: Evaluate;
  /** Literal names of variables that read the context, not an element of a loop. */
  readonly variables: ReadonlySet<string>;
  /** Whether a name is computed or the whole context is read, so that `variables` is incomplete. */
  readonly hasComputedVariables: boolean;
  readonly hasLoops: boolean;
};

type Findings = { variables: Set<string>; hasComputedVariables: boolean; hasLoops: boolean };

export function compile(tree: Tree): Compiled {
  const findings: Findings = { variables: new Set(), hasComputedVariables: false, hasLoops: false };
  const { evaluate } = compileTree(tree, findings, false);
  return { evaluate, ...findings };
}

function compileTree(tree: Tree, findings: Findings, isInLoop: boolean): Term {
  switch (tree.kind) {
    case 'literal':
      return literalTerm(tree.value);
    case 'list':
      return listTerm(tree.items.map((item) => compileTree(item, findings, isInLoop)));
    case 'operation':
      return operationTerm(tree, findings, isInLoop);
    default:
      return tree satisfies never;
  }
}

function literalTerm(literal: LogicValue): Term {
  return { evaluate: () => literal, literal };
}

function listTerm(items: readonly Term[]): Term {
  const literals = items.flatMap((item) => (item.literal === undefined ? [] : [item.literal]));
  if (literals.length === items.length) return literalTerm(literals);
  return {
    evaluate: (run) => {
      spend(run, items.length);
      return checkedList(items.map((item) => item.evaluate(run)));
    },
  };
}

function operationTerm(tree: Tree & { kind: 'operation' }, findings: Findings, isInLoop: boolean): Term {
  const operator = OPERATORS.get(tree.operator)!;
  const args = tree.args.map((arg, index) =>
    compileTree(arg, findings, isInLoop || index === operator.loopBody),
  );
  if (operator.loopBody !== undefined) findings.hasLoops = true;
  if (tree.operator === 'var' && !isInLoop) noteVariable(args[0]?.literal, findings);
  return { evaluate: operator.compile(args) };
}

function noteVariable(name: LogicValue | undefined, findings: Findings): void {
  const text = name === undefined ? '' : toText(name);
  if (text === '') findings.hasComputedVariables = true;
  else findings.variables.add(text);
}
