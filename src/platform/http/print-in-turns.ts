import { isDivisible, isSmall, MAX_AT_ONCE } from '../json-size.ts';
import { startTurns, type Turns } from '../turns.ts';
import { isPrinted, type Writer, type WriterParts } from './writer.ts';

/**
 * The text of a large response, in pieces: in one piece it would be hashed and sent in one turn of the loop.
 */
export class LongText {
  readonly pieces: readonly string[];

  constructor(pieces: readonly string[]) {
    this.pieces = pieces;
  }

  toString(): string {
    return this.pieces.join('');
  }
}

/**
 * The text of `JSON.stringify(write(value))`. A large value is serialized in parts that yield the event loop
 * in between; a small one at once.
 */
export async function printInTurns(write: Writer, value: unknown): Promise<string | LongText> {
  if (isSmall(value)) return JSON.stringify(write(value));
  const printer: Printer = { turns: startTurns(), pieces: [], text: '' };
  await printValue(printer, { before: '', write, value });
  printer.pieces.push(printer.text);
  return new LongText(printer.pieces);
}

interface Printer {
  turns: Turns;
  pieces: string[];
  text: string;
}

interface Printed {
  /** The text before the value: a comma, and the member's name. */
  before: string;
  write: Writer;
  value: unknown;
}

/** A member and its value are split between pieces only if the value itself is large. */
function add(printer: Printer, text: string): void {
  printer.text += text;
  if (printer.text.length < MAX_AT_ONCE) return;
  printer.pieces.push(printer.text);
  printer.text = '';
}

async function printValue(printer: Printer, { before, write, value }: Printed): Promise<void> {
  const { turns } = printer;
  if (turns.isOver()) await turns.yieldLoop();
  const isDivided = isDivisible(value) && !isSmall(value);
  if (!isDivided) add(printer, before + (JSON.stringify(write(value)) ?? 'null'));
  else if (Array.isArray(value)) await printItems(printer, { before, write, value });
  else await printMembers(printer, { before, write, value });
}

async function printItems(printer: Printer, { before, write, value }: Printed): Promise<void> {
  const items = write.parts?.items ?? asItIs;
  let separator = `${before}[`;
  for (const item of value as unknown[]) {
    await printValue(printer, { before: separator, write: items, value: item });
    separator = ',';
  }
  add(printer, ']');
}

async function printMembers(printer: Printer, { before, write, value }: Printed): Promise<void> {
  let separator = `${before}{`;
  for (const [name, member] of membersOf(write.parts, value as Record<string, unknown>)) {
    await printValue(printer, { ...member, before: `${separator}${JSON.stringify(name)}:` });
    separator = ',';
  }
  add(printer, separator === ',' ? '}' : `${separator}}`);
}

type Member = [printed: string, Omit<Printed, 'before'>];

/** The members to print, in the order of the writer. */
function membersOf(parts: WriterParts | undefined, source: Record<string, unknown>): Member[] {
  const { members = [], others } = parts ?? { others: asItIs };
  const declared = new Set(members.map(({ name }) => name));
  const left = others ? Object.entries(source).filter(([name]) => !declared.has(name)) : [];
  const open = left
    .filter(([, value]) => value !== undefined)
    .map(([name, value]): Member => [name, { write: others ?? asItIs, value }]);
  const known = members
    .filter((member) => isPrinted(member, source[member.name]))
    .map(({ name, printed, write }): Member => [printed, { write, value: source[name] ?? null }]);
  return [...open, ...known];
}

const asItIs: Writer = (value) => value;
