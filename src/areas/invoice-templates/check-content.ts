import { isStandardText } from '#platform/fonts/clean-text.ts';
import { webAddress } from '#platform/web-address.ts';
import { layoutOf, sourcesOf } from './content.ts';
import { parseText } from './liquid.ts';
import { SAMPLE_VARIABLES } from './sample-variables.ts';
import { TEXT_NAMES, type TemplateContent, type TextName } from './schema.ts';

const MAX_BYTES = 512 * 1024;
/** For comparison, a Chinese contract of some pages has 800. */
const MAX_CHARACTERS = 1000;
const NEVER_LEFT_OUT = ['PARTIES', 'FACTS', 'LINES'] as const;
const COLUMNS_NEVER_LEFT_OUT = ['description', 'amount'] as const;

/**
 * Returns the invalid member of a content with the violated rule; null if invoices can be printed with it.
 * Renders each text once with sample variables.
 */
export function checkContent(content: TemplateContent): { at: string; rule: string } | null {
  const bytes = Buffer.byteLength(JSON.stringify(content));
  if (bytes > MAX_BYTES)
    return { at: 'texts', rule: `makes the content ${bytes} bytes long; shorten it to at most 512 KiB` };
  const { blocks, columns } = layoutOf(content);
  const block = NEVER_LEFT_OUT.find((name) => !blocks.includes(name));
  if (block) return { at: 'blocks', rule: `must contain ${block}` };
  const column = COLUMNS_NEVER_LEFT_OUT.find((name) => !columns.includes(name));
  if (column) return { at: 'columns', rule: `must contain ${column}` };
  return checkTexts(content);
}

function checkTexts(content: TemplateContent): { at: string; rule: string } | null {
  const sources = sourcesOf(content);
  for (const name of TEXT_NAMES) {
    const parsed = parseText(sources[name]);
    const made = 'rule' in parsed ? parsed : parsed.render(SAMPLE_VARIABLES);
    const fault = 'rule' in made ? made : (checkCharacters(made.text) ?? checkLink(name, made.text));
    if (fault) return { at: `texts.${name}`, rule: fault.rule };
  }
  return null;
}

/** The glyphs of each are taken from a font and embedded in every document. */
function checkCharacters(text: string): { rule: string } | null {
  const { size } = new Set(Array.from(text).filter((character) => !isStandardText(character)));
  if (size <= MAX_CHARACTERS) return null;
  return { rule: `contains ${size} different non-Latin characters; use at most ${MAX_CHARACTERS}` };
}

function checkLink(name: TextName, text: string): { rule: string } | null {
  if (name !== 'paymentLink' || text === '' || webAddress(text) !== null) return null;
  return { rule: 'must render to a URL such as https://pay.example/' };
}
