const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/gs;
const INDENT = '  ';

/**
 * A JSON text in lines, with the digits of its numbers as they were sent; a text that was cut ends where it
 * ends. What is not JSON keeps its own lines.
 */
export function jsonLines(text: string): string[] {
  if (text === '') return [];
  if (!/^\s*[[{]/.test(text)) return text.split('\n');
  const lines: string[] = [];
  let [line, depth] = ['', 0];
  const end = () => {
    if (line.trim() !== '') lines.push(line);
    line = INDENT.repeat(Math.max(0, depth));
  };
  const tokens = text.match(TOKEN) ?? [];
  for (const [index, token] of tokens.entries()) {
    const isEmpty = /^[[{]$/.test(tokens[index - 1] ?? '') && /^[\]}]$/.test(token);
    if (/^[\]}]$/.test(token)) {
      depth--;
      if (!isEmpty) end();
      line += token;
    } else if (/^[[{]$/.test(token)) {
      line += token;
      depth++;
      if (!/^[\]}]$/.test(tokens[index + 1] ?? '')) end();
    } else if (token === ',') {
      line += token;
      end();
    } else line += token === ':' ? ': ' : token;
  }
  end();
  return lines;
}

interface Line {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

export interface DiffLine extends Line {
  /** Its place among all lines. */
  at: number;
}

/** More lines than two bodies have that the log keeps; beyond it, everything counts as changed. */
const MAX_LINES = 2_000;

/** The lines of two bodies, as few as possible of them changed. */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  const start = commonStart(before, after);
  const tail = commonStart(before.slice(start).toReversed(), after.slice(start).toReversed());
  const [old, now] = [before.slice(start, before.length - tail), after.slice(start, after.length - tail)];
  const same = (lines: readonly string[]): Line[] => lines.map((text) => ({ kind: 'same', text }));
  const lines = [
    ...same(after.slice(0, start)),
    ...(old.length > MAX_LINES || now.length > MAX_LINES ? replaced(old, now) : changed(old, now)),
    ...same(after.slice(after.length - tail)),
  ];
  return lines.map((line, at) => ({ ...line, at }));
}

function commonStart(a: readonly string[], b: readonly string[]): number {
  let count = 0;
  while (count < a.length && count < b.length && plain(a[count]) === plain(b[count])) count++;
  return count;
}

/** A comma after the last member is no change of it. */
function plain(line: string | undefined): string {
  return line?.replace(/,$/, '') ?? '';
}

function replaced(old: readonly string[], now: readonly string[]): Line[] {
  return [
    ...old.map((text): Line => ({ kind: 'removed', text })),
    ...now.map((text): Line => ({ kind: 'added', text })),
  ];
}

/** By the longest common subsequence. */
function changed(old: readonly string[], now: readonly string[]): Line[] {
  const width = now.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        plain(old[i]) === plain(now[j]) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length)
    if (i < old.length && j < now.length && plain(old[i]) === plain(now[j])) {
      lines.push({ kind: 'same', text: now[j] ?? '' });
      i++;
      j++;
    } else if (j === now.length || (i < old.length && at(i + 1, j) >= at(i, j + 1)))
      lines.push({ kind: 'removed', text: old[i++] ?? '' });
    else lines.push({ kind: 'added', text: now[j++] ?? '' });
  return lines;
}
