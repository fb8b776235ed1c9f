import { LABELS, type Labels, type Language } from './labels.ts';
import {
  BLOCKS,
  type Block,
  COLUMNS,
  type ColumnName,
  type DATE_FORMATS,
  type NUMBER_FORMATS,
  type TemplateContent,
  type TextName,
} from './schema.ts';

/** A template with all defaults filled in, as the rendering uses it. */
export interface Layout {
  language: Language;
  labels: Labels;
  dateFormat: (typeof DATE_FORMATS)[number];
  numberFormat: (typeof NUMBER_FORMATS)[number];
  pageSize: 'A4' | 'LETTER';
  colors: { text: string; quiet: string; line: string; accent: string };
  blocks: readonly Block[];
  columns: readonly ColumnName[];
  logoFileId: string | null;
}

const COLORS = { text: '#1f2933', quiet: '#66727f', line: '#d5dbe1', accent: '#1d4e89' };

export function layoutOf(content: TemplateContent): Layout {
  const language = content.language ?? 'en';
  return {
    language,
    labels: { ...LABELS[language], ...content.labels },
    dateFormat: content.dateFormat ?? 'D MMMM YYYY',
    numberFormat: content.numberFormat ?? '1,234.56',
    pageSize: content.pageSize ?? 'A4',
    colors: { ...COLORS, ...content.colors },
    blocks: content.blocks ?? BLOCKS,
    columns: content.columns ?? COLUMNS,
    logoFileId: content.logoFileId ?? null,
  };
}

/** The default template. */
export const BUILT_IN: TemplateContent = {};

/** Returns the texts as Liquid; absent texts are empty. */
export function sourcesOf({ texts = {} }: TemplateContent): Record<TextName, string> {
  const { title = '', header = '', notes = '', footer = '' } = texts;
  const { paymentInstructions = '', paymentLink = '' } = texts;
  return { title, header, notes, paymentInstructions, paymentLink, footer };
}
