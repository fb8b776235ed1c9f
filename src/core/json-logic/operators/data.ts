import { type Evaluate, type Operator, type Run, spend, type Term, variadic } from '../operator.ts';
import { isList, type LogicValue, toNumber, toText, toValue } from '../values.ts';
import { readPath, toPath, type VariablePath } from '../variables.ts';

/** Operators that read the data. */
export const DATA: readonly (readonly [name: string, operator: Operator])[] = [
  ['var', { arity: [0, 2], compile: compileVariable }],
  ['missing', variadic([0, Infinity], (keys, run) => missing(isList(keys[0]!) ? keys[0] : keys, run))],
  ['missing_some', variadic([2, 2], missingSome)],
];

/** The path of nearly every variable is a literal, so it is parsed once. */
function compileVariable([name, fallback]: readonly Term[]): Evaluate {
  if (!name)
    return (run) => {
      spend(run);
      return toValue(run.data);
    };
  const known = name.literal === undefined ? undefined : toPath(toText(name.literal));
  return (run) => {
    spend(run);
    const path = known ?? toPath(toText(name.evaluate(run)));
    const value = read(run, path);
    if (value !== undefined) return value;
    if (fallback) return fallback.evaluate(run);
    return run.onMissing && run.data === run.context ? run.onMissing(path.text) : null;
  };
}

function read(run: Run, path: VariablePath): LogicValue | undefined {
  const input = path.text === '' ? run.data : readPath(run.data, path);
  if (input === undefined) return undefined;
  const value = toValue(input);
  if (isList(value)) spend(run, value.length);
  return value;
}

/** The names whose value is absent, null or empty text. */
function missing(keys: readonly LogicValue[], run: Run): LogicValue[] {
  return keys.filter((key) => {
    spend(run);
    const value = read(run, toPath(toText(key)));
    return value === undefined || value === null || value === '';
  });
}

/** Empty when at least `least` of the names are present, else the missing names. */
function missingSome([min = null, names = null]: readonly LogicValue[], run: Run): LogicValue[] {
  const keys = isList(names) ? names : [names];
  const absent = missing(keys, run);
  return toNumber(min, 'missing_some').lte(keys.length - absent.length) ? [] : absent;
}
