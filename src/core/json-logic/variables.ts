import { isNamedData, type LogicInput } from './values.ts';

/** A parsed variable name: for each dot, the whole rest and the first name of it. */
export type VariablePath = {
  readonly text: string;
  readonly spellings: readonly (readonly { whole: string; first: string }[])[];
};

/** Data nested deeper is not searched. */
const MAX_STEPS = 50;
const OTHER_SPELLING: ReadonlyMap<string, string> = new Map([
  ['attribute', 'attributes'],
  ['attributes', 'attribute'],
  ['dimension', 'dimensions'],
  ['dimensions', 'dimension'],
]);

/** `attribute.x` and `attributes.x` are the same variable, as are `dimension.x` and `dimensions.x`. */
export function toPath(text: string): VariablePath {
  const [first = ''] = text.split('.', 1);
  const other = OTHER_SPELLING.get(first);
  const spellings = other === undefined ? [text] : [text, other + text.slice(first.length)];
  return { text, spellings: spellings.map(toSteps) };
}

function toSteps(text: string): { whole: string; first: string }[] {
  const names = text.split('.', MAX_STEPS);
  let offset = 0;
  return names.map((first) => {
    const whole = text.slice(offset);
    offset += first.length + 1;
    return { whole, first };
  });
}

/**
 * At every level tries the whole rest of the name first and then its first part, because ids contain dots:
 * `usage.urc.um.a.b` may be one flat name. Undefined when nothing has that name.
 */
export function readPath(data: LogicInput, path: VariablePath): LogicInput {
  for (const steps of path.spellings) {
    const found = walk(data, steps);
    if (found !== undefined) return found;
  }
  return undefined;
}

function walk(data: LogicInput, steps: readonly { whole: string; first: string }[]): LogicInput {
  let scope = data;
  for (const { whole, first } of steps) {
    const found = member(scope, whole);
    if (found !== undefined || whole === first) return found;
    scope = member(scope, first);
    if (scope === undefined || scope === null) return undefined;
  }
  return undefined;
}

const INDEX = /^(?:0|[1-9]\d{0,3})$/;

/** Own members of named data and elements of lists; never `length`, methods or anything of a prototype. */
function member(scope: LogicInput, name: string): LogicInput {
  if (Array.isArray(scope))
    return INDEX.test(name) ? (scope as readonly LogicInput[])[Number(name)] : undefined;
  if (!isNamedData(scope)) return undefined;
  if (scope instanceof Map) return scope.get(name);
  const named = scope as { readonly [name: string]: LogicInput };
  return Object.hasOwn(named, name) ? named[name] : undefined;
}
