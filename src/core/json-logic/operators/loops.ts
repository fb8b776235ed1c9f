import { type Evaluate, type Operator, type Run, spend, type Term } from '../operator.ts';
import { checkedList, isList, isTruthy, type LogicInput, type LogicValue } from '../values.ts';

/** Operators that evaluate their second argument once per element, with the element as the data of `var`. */
export const LOOPS: readonly (readonly [name: string, operator: Operator])[] = [
  ['map', loop([2, 2], compileMap)],
  ['filter', loop([2, 2], compileFilter)],
  ['reduce', loop([2, 3], compileReduce)],
  ['all', loop([2, 2], (args) => compileQuantifier(args, false))],
  ['some', loop([2, 2], (args) => compileQuantifier(args, true))],
  ['none', loop([2, 2], (args) => negate(compileQuantifier(args, true)))],
];

function loop(arity: readonly [number, number], compile: (args: readonly Term[]) => Evaluate): Operator {
  return { arity, loopBody: 1, compile };
}

/** A value that is not a list has no elements. */
function elements(term: Term, run: Run): readonly LogicValue[] {
  spend(run);
  const value = term.evaluate(run);
  return isList(value) ? value : [];
}

function withData(run: Run, data: LogicInput, evaluate: Evaluate): LogicValue {
  spend(run);
  const outer = run.data;
  run.data = data;
  const value = evaluate(run);
  run.data = outer;
  return value;
}

function compileMap([source, body]: readonly Term[]): Evaluate {
  return (run) =>
    checkedList(elements(source!, run).map((element) => withData(run, element, body!.evaluate)));
}

function compileFilter([source, body]: readonly Term[]): Evaluate {
  return (run) =>
    elements(source!, run).filter((element) => isTruthy(withData(run, element, body!.evaluate)));
}

function compileReduce([source, body, initial]: readonly Term[]): Evaluate {
  return (run) =>
    elements(source!, run).reduce<LogicValue>(
      (accumulator, current) => withData(run, { __proto__: null, accumulator, current }, body!.evaluate),
      initial ? initial.evaluate(run) : null,
    );
}

/**
 * Stops at the first element whose truthiness is `stopAt`. `all` of an empty list is false, as in the public
 * language.
 */
function compileQuantifier([source, body]: readonly Term[], stopAt: boolean): Evaluate {
  return (run) => {
    const list = elements(source!, run);
    const found = list.some((element) => isTruthy(withData(run, element, body!.evaluate)) === stopAt);
    return list.length > 0 && found === stopAt;
  };
}

function negate(evaluate: Evaluate): Evaluate {
  return (run) => !isTruthy(evaluate(run));
}
