/**
 * Finds functions and blocks in code without literals, by bracket matching. Approximate for complex
 * TypeScript (conditional return types, arrows without parentheses).
 */

/** A function with a body. `bodyEnd` is its closing brace, or the start of an expression body. */
export type FunctionShape = { name: string; start: number; bodyEnd: number; parameters: string[] };

/** A block of a control statement; `depth` counts the enclosing blocks of its function, and itself. */
export type Block = { start: number; depth: number };

type Pairs = Map<number, number>;
type Head = { word: string; start: number };

const CONTROL = new Set(['if', 'for', 'while', 'switch', 'catch', 'await', 'with']);
const NOT_A_NAME = new Set([
  ...CONTROL,
  'return',
  'case',
  'typeof',
  'new',
  'function',
  'async',
  'super',
  'of',
]);
const BLOCK_WORD = /(?:^|[^\w$.])(?:else|try|finally|do)$/;
const BOUND_ARROW =
  /(?:\b(?:const|let)\s+([\w$]+)\s*(?::[^=;]*)?=|([\w$]+)\s*:)\s*(?:async\s*)?(?:<[^()]*>\s*)?$/;

/** Every function in the code. Callbacks have an empty name. */
export function findFunctions(code: string): FunctionShape[] {
  const pairs = pairBrackets(code);
  return [...pairs].flatMap(([open, close]) => {
    const body = code[open] === '(' ? findBody(code, close + 1, pairs) : undefined;
    const head = headBefore(code, open);
    if (!body || (!body.isArrow && (!head.word || CONTROL.has(head.word)))) return [];
    const name = body.isArrow ? boundName(code, open) : NOT_A_NAME.has(head.word) ? '' : head.word;
    const bodyEnd = code[body.at] === '{' ? (pairs.get(body.at) ?? body.at) : body.at;
    return [{ name, start: open, bodyEnd, parameters: splitParameters(code.slice(open + 1, close)) }];
  });
}

/** Every block of `if`, `for`, `while`, `switch`, `try` and the like. */
export function findBlocks(code: string): Block[] {
  const pairs = pairBrackets(code);
  const bodies = new Set(findFunctions(code).map(({ bodyEnd }) => bodyEnd));
  const openings = [...pairs].filter(([open]) => code[open] === '{').sort(([a], [b]) => a - b);
  const stack: { close: number; depth: number }[] = [];
  return openings.flatMap(([open, close]) => {
    while (stack.length > 0 && (stack.at(-1)?.close ?? 0) < open) stack.pop();
    const isControl = isControlBlock(code, open, pairs);
    const depth = bodies.has(close) ? 0 : (stack.at(-1)?.depth ?? 0) + (isControl ? 1 : 0);
    stack.push({ close, depth });
    return isControl ? [{ start: open, depth }] : [];
  });
}

/** Maps the opening offset of every bracket pair to the closing one, inner pairs first. */
function pairBrackets(code: string): Pairs {
  const pairs: Pairs = new Map();
  const open: number[] = [];
  for (const { 0: bracket, index } of code.matchAll(/[(){}[\]]/g)) {
    if ('([{'.includes(bracket)) open.push(index);
    else pairs.set(open.pop() ?? index, index);
  }
  return pairs;
}

/** The body after a parameter list and its return type, if it is a function. */
function findBody(code: string, from: number, pairs: Pairs): { at: number; isArrow: boolean } | undefined {
  let at = skipSpace(code, from);
  if (code[at] === ':') at = skipSpace(code, typeEnd(code, at + 1, pairs));
  if (code[at] === '{') return { at, isArrow: false };
  return code.startsWith('=>', at) ? { at: skipSpace(code, at + 2), isArrow: true } : undefined;
}

/** The word before a parenthesis, without type parameters: `rate` of `rate<T>(`. */
function headBefore(code: string, open: number): Head {
  let end = code.slice(0, open).trimEnd().length;
  if (code[end - 1] === '>' && code[end - 2] !== '=')
    end = code.slice(0, angleStart(code, end - 1)).trimEnd().length;
  const word = /[\w$#]*$/.exec(code.slice(Math.max(0, end - 80), end))?.[0] ?? '';
  return { word, start: end - word.length };
}

function boundName(code: string, open: number): string {
  const match = BOUND_ARROW.exec(code.slice(Math.max(0, open - 200), open));
  return match?.[1] ?? match?.[2] ?? '';
}

function isControlBlock(code: string, open: number, pairs: Pairs): boolean {
  const before = code.slice(0, open).trimEnd();
  if (!before.endsWith(')')) return BLOCK_WORD.test(before.slice(-20));
  const paren = [...pairs].find(([, close]) => close === before.length - 1)?.[0];
  return paren !== undefined && CONTROL.has(headBefore(code, paren).word);
}

/** The end of a type: operands joined by `|`, `&`, `.`, `is`, and `=>` after a parameter list. */
function typeEnd(code: string, from: number, pairs: Pairs): number {
  let at = skipSpace(code, from);
  for (;;) {
    const isList = code[at] === '(';
    const end = operandEnd(code, at, pairs);
    const next = skipSpace(code, end);
    const joint = /^(?:[|&.]|(?:is|extends)\b)/.exec(code.slice(next, next + 10))?.[0];
    const width = joint?.length ?? (isList && code.startsWith('=>', next) ? 2 : 0);
    if (width === 0 || end === at) return end;
    at = skipSpace(code, next + width);
  }
}

function operandEnd(code: string, from: number, pairs: Pairs): number {
  const prefix = /^(?:(?:keyof|typeof|readonly|asserts|unique|infer|new)\s+|[|&]\s*)+/;
  let at = from + (prefix.exec(code.slice(from, from + 100))?.[0].length ?? 0);
  const first = code[at] ?? '';
  if ('([{'.includes(first)) at = (pairs.get(at) ?? at) + 1;
  else if (/['"`]/.test(first)) at = code.indexOf(first, at + 1) + 1;
  else at += /^[\w$.-]*/.exec(code.slice(at, at + 200))?.[0].length ?? 0;
  if (code[at] === '<') at = angleEnd(code, at) + 1;
  while (code[at] === '[') at = (pairs.get(at) ?? at) + 1;
  return at;
}

function angleEnd(code: string, open: number): number {
  let depth = 0;
  for (let at = open; at < code.length; at++) {
    if (code[at] === '<') depth++;
    if (code[at] === '>' && code[at - 1] !== '=' && --depth === 0) return at;
  }
  return open;
}

function angleStart(code: string, close: number): number {
  let depth = 0;
  for (let at = close; at >= 0; at--) {
    if (code[at] === '>' && code[at - 1] !== '=') depth++;
    if (code[at] === '<' && --depth === 0) return at;
  }
  return close;
}

/** The parameters of a list, split at commas outside brackets. */
function splitParameters(list: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const [index, letter] of list.split('').entries()) {
    if ('([{<'.includes(letter)) depth++;
    if (')]}'.includes(letter) || (letter === '>' && list[index - 1] !== '=')) depth--;
    if (letter === ',' && depth === 0) parts.push('');
    else parts.push((parts.pop() ?? '') + letter);
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}

function skipSpace(code: string, from: number): number {
  let at = from;
  while (/\s/.test(code[at] ?? '')) at++;
  return at;
}
