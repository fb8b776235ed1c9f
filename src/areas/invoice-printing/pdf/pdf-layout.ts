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

/** The layout of a PDF: all its inputs outside of the invoice row. */
export interface PdfLayout {
  layout: Layout;
  hidesZeroLines: boolean;
  settings: SettingVariables;
  logo: Uint8Array | null;
  /** The link from the provider or a setting for this invoice. */
  paymentLink: string | null;
  isSandbox: boolean;
  /** True to mark every page as a preview. */
  isPreview: boolean;
}

/** Texts of a template, rendered with the variables of an invoice; empty texts are not printed. */
export type PrintedTexts = Record<TextName, string>;

/** Returns the layout of a template; default: the built-in one with all lines. */
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
 * Renders the texts of a template for one invoice. Omits a text that fails and lists it in `faults`: it was
 * rendered with a sample when it was saved, so this invoice exceeds its limits, and the bill must still be
 * issued.
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
