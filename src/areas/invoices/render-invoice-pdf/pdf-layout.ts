import {
  BUILT_IN,
  type Layout,
  layoutOf,
  NO_SETTINGS,
  parseText,
  type SettingVariables,
  sourcesOf,
  TEXT_NAMES,
  type TemplateContent,
  type TextName,
} from '#areas/invoice-templates/index.ts';
import type { PrintableRow } from './printed-invoice.ts';
import { textVariables } from './text-variables.ts';

/** What an invoice is printed on: everything of the paper that is not in the row of the invoice. */
export interface PdfLayout {
  layout: Layout;
  hidesZeroLines: boolean;
  settings: SettingVariables;
  logo: Uint8Array | null;
  /** What the provider or a setting says, for this invoice. */
  paymentLink: string | null;
  isSandbox: boolean;
  /** Says so across the page. */
  isPreview: boolean;
}

/** Texts of a template with the variables of an invoice; those that are empty are not printed. */
export type PrintedTexts = Record<TextName, string>;

/** The paper of a template; the built-in one and all lines unless said otherwise. */
export function pdfLayoutOf(
  given: Partial<Omit<PdfLayout, 'layout'>> & { content?: TemplateContent } & Pick<PdfLayout, 'isSandbox'>,
): PdfLayout {
  const { content = BUILT_IN, ...rest } = given;
  return {
    ...{ hidesZeroLines: false, settings: NO_SETTINGS, logo: null, isPreview: false },
    ...{ paymentLink: null },
    ...rest,
    layout: layoutOf(content),
  };
}

/**
 * The texts of a template for one invoice. One that cannot be made is left out, and named in `faults`: it was
 * made with a sample when it was saved, so it is the invoice that asks too much of it; a bill has to go out.
 */
export function printTexts(
  content: TemplateContent,
  row: PrintableRow,
  pdf: PdfLayout,
): { texts: PrintedTexts; faults: { at: TextName; rule: string }[] } {
  const sources = sourcesOf(content);
  const texts: PrintedTexts = { ...sources };
  const faults: { at: TextName; rule: string }[] = [];
  const isPlain = TEXT_NAMES.every((name) => sources[name] === '');
  if (isPlain) return { texts, faults };
  const variables = textVariables(row, pdf);
  for (const at of TEXT_NAMES) {
    const parsed = parseText(sources[at]);
    const made = 'rule' in parsed ? parsed : parsed.render(variables);
    texts[at] = 'text' in made ? made.text : '';
    if ('rule' in made) faults.push({ at, rule: made.rule });
  }
  return { texts, faults };
}
