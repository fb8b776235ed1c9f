import { Liquid, LiquidError, type Template } from 'liquidjs';
import { MAX_TEXT } from './schema.ts';

/** A fault of a text, as its author sees it. */
export interface TextFault {
  rule: string;
}

/** A parsed text. */
export interface ParsedText {
  /** Renders the text with its variables, or returns the fault. Depends only on the variables. */
  render(variables: object): { text: string } | TextFault;
}

/** Maximum characters of a rendered text: more than a page. Typesetting them takes up to half a second. */
const MAX_RENDERED = 5_000;
/** Maximum pieces of a text, counted over all its steps. */
const MEMORY_LIMIT = 200_000;
const RENDER_LIMIT_MS = 200;

/** Excludes `capture`: its content is not counted, and could be doubled repeatedly. */
const TAGS = ['assign', 'case', 'comment', 'for', 'if', 'unless', 'break', 'continue', 'raw'];
/** Excludes dates, which use the machine's time zone; numbers, which are inexact; and anything random. */
const FILTERS = [
  ...['append', 'prepend', 'upcase', 'downcase', 'capitalize', 'strip', 'lstrip', 'rstrip', 'squish'],
  ...['replace', 'replace_first', 'remove', 'remove_first', 'truncate', 'truncatewords'],
  ...['default', 'size', 'first', 'last', 'join'],
];

const engine = makeEngine();

/**
 * Without files, other templates or inherited properties: a text only sees its variables and their own
 * members.
 */
function makeEngine(): Liquid {
  const liquid = new Liquid({
    ownPropertyOnly: true,
    strictFilters: true,
    parseLimit: MAX_TEXT * 2,
    renderLimit: RENDER_LIMIT_MS,
    memoryLimit: MEMORY_LIMIT,
    // Replaces the file system.
    templates: {},
    cache: false,
  });
  keepOnly(liquid.tags, TAGS);
  keepOnly(liquid.filters, FILTERS);
  return liquid;
}

function keepOnly(registry: Record<string, unknown>, names: readonly string[]): void {
  for (const name of Object.keys(registry)) if (!names.includes(name)) delete registry[name];
}

/** Parses a text, or returns the location and reason of the fault. */
export function parseText(source: string): ParsedText | TextFault {
  let parsed: Template[];
  try {
    parsed = engine.parse(source);
  } catch (error) {
    return faultOf(error);
  }
  return {
    render(variables) {
      try {
        return readRendered(String(engine.renderSync(parsed, variables)));
      } catch (error) {
        return faultOf(error);
      }
    },
  };
}

function readRendered(rendered: string): { text: string } | TextFault {
  const text = rendered
    .replace(/\r\n?/g, '\n')
    .replaceAll('\t', ' ')
    .replace(CONTROL, '')
    .toWellFormed()
    .trim();
  if (text.length > MAX_RENDERED)
    return { rule: `renders to ${text.length} characters; the maximum is ${MAX_RENDERED}` };
  return { text };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g;
const MAX_WORDS = 200;

function faultOf(error: unknown): TextFault {
  if (!(error instanceof Error)) throw error;
  if (!LiquidError.is(error)) return { rule: error.message.slice(0, MAX_WORDS) };
  const [line, column] = error.token.getPosition();
  const words = (error.originalError?.message ?? error.message).replace(/, line:\d+, col:\d+.*$/s, '');
  return { rule: `line ${line}, column ${column}: ${words.slice(0, MAX_WORDS)}` };
}
