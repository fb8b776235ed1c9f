/**
 * A light scanner of TypeScript. It knows only comments, strings, templates and regular expressions:
 * TypeScript 7 has no compiler API, and the rules only need code without literals.
 */

/**
 * Replaces comments and the contents of literals with spaces; delimiters stay. Offsets and lines do not
 * change, so that the original text can be read at the same offset.
 */
export function blankLiterals(text: string): string {
  const pieces: string[] = [];
  const templateDepths: number[] = [];
  let depth = 0;
  let at = 0;
  while (at < text.length) {
    const isTemplateRest = text[at] === '}' && templateDepths.at(-1) === depth;
    if (isTemplateRest) templateDepths.pop();
    const isTemplate = isTemplateRest || text[at] === '`';
    const end = isTemplate ? templateEnd(text, at + 1) : literalEnd(text, at, pieces);
    if (end === at) {
      if (text[at] === '{') depth++;
      if (text[at] === '}') depth--;
      pieces.push(text[at++] as string);
      continue;
    }
    pieces.push(blank(text.slice(at, end)));
    if (isTemplate && text[end - 1] === '{') {
      if (!isTemplateRest) depth++;
      templateDepths.push(depth);
    } else if (isTemplateRest) depth--;
    at = end;
  }
  return pieces.join('');
}

/** The line number, from 1, of an offset. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

/** The end of the comment, string or regular expression that starts here; `at` if none does. */
function literalEnd(text: string, at: number, codeBefore: string[]): number {
  const two = text.slice(at, at + 2);
  if (two === '//' || (two === '#!' && at === 0)) return endOr(text.indexOf('\n', at), text);
  if (two === '/*') return endOr(text.indexOf('*/', at + 2), text, 2);
  if (text[at] === "'" || text[at] === '"') return stringEnd(text, at);
  if (text[at] === '/' && mayStartRegex(codeBefore.slice(-300).join(''))) return regexEnd(text, at);
  return at;
}

function endOr(found: number, text: string, width = 0): number {
  return found === -1 ? text.length : found + width;
}

function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length && text[at] !== '\n'; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === text[start]) return at + 1;
  }
  return start + 1;
}

/** The offset after the closing backtick, or after the brace of the next substitution. */
function templateEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '`') return at + 1;
    else if (text[at] === '$' && text[at + 1] === '{') return at + 2;
  }
  return text.length;
}

/** A slash after a value is a division; elsewhere it starts a regular expression. */
function mayStartRegex(before: string): boolean {
  const code = before.trimEnd();
  const isAfterKeyword = /(?:^|[^\w$.])(?:return|typeof|case|in|of|throw|else|do|yield|await|void)$/.test(
    code,
  );
  const isAfterValue = /(?:[\w$)\]}'"`]|\+\+|--|[\w$)\]]!)$/.test(code);
  return isAfterKeyword || !isAfterValue;
}

/** A regular expression ends on its line; a slash without an end on the line was a division. */
function regexEnd(text: string, start: number): number {
  let isInClass = false;
  for (let at = start + 1; at < text.length && text[at] !== '\n'; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '[') isInClass = true;
    else if (text[at] === ']') isInClass = false;
    else if (text[at] === '/' && !isInClass) return at + 1;
  }
  return start;
}

/** Keeps the first and the last character of a literal, its delimiters; a comment keeps nothing. */
function blank(literal: string): string {
  const spaces = literal.replace(/[^\n]/g, ' ');
  if (/^(?:\/[/*]|#!)/.test(literal) || literal.length < 2) return spaces;
  return literal[0] + spaces.slice(1, -1) + literal.at(-1);
}
