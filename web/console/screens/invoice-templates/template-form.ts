import type { InvoiceTemplate, InvoiceTemplateContent } from '../../../api/generated/types.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type { Form, FormErrors } from '../../../ui/use-form.ts';

type Content = InvoiceTemplateContent;
export type LabelRow = Readonly<{ name: string; text: string }>;

export const TEXTS = ['title', 'header', 'notes', 'paymentInstructions', 'paymentLink', 'footer'] as const;
export type TextName = (typeof TEXTS)[number];
export const COLORS = ['text', 'quiet', 'line', 'accent'] as const;
export const BLOCKS = [
  ...['PARTIES', 'FACTS', 'SUMMARY', 'HEADER', 'LINES', 'NOTES', 'PAYMENT_INSTRUCTIONS'],
] as readonly NonNullable<Content['blocks']>[number][];
export const COLUMNS = ['description', 'quantity', 'price', 'amount'] as const;

/** What the built-in template has; members that are equal to it are not stored. */
const BUILT_IN = {
  ...{ language: 'en', dateFormat: 'D MMMM YYYY', numberFormat: '1,234.56', pageSize: 'A4' },
  ...{ blocks: BLOCKS.join(','), columns: COLUMNS.join(',') },
} as const;

export type TemplateFields = Readonly<
  Record<TextName | `color.${(typeof COLORS)[number]}` | keyof typeof BUILT_IN, string> & {
    name: string;
    /** Empty: that of the seller entity. */
    logoFileId: string;
    labels: readonly LabelRow[];
  }
>;

export interface TemplateResult {
  name: string;
  content: Content;
}

type Words = Translate<'nameMissing' | 'colorInvalid' | 'labelMissing' | 'labelTwice'>;

/** `stored` begins the fields; members that this console does not know stay in its content. */
export function templateForm(
  stored: Pick<InvoiceTemplate, 'name' | 'content'>,
  t: Words,
): Form<TemplateFields, TemplateResult> {
  return {
    initial: fieldsOf(stored),
    check: (fields) => ({
      ...(fields.name.trim() === '' && { name: t('nameMissing') }),
      ...Object.fromEntries(
        COLORS.map((name) => `color.${name}` as const)
          .filter((name) => fields[name] !== '' && !/^#[0-9a-f]{6}$/i.test(fields[name]))
          .map((name) => [name, t('colorInvalid')]),
      ),
      ...labelErrors(fields.labels, t),
    }),
    read: (fields) => ({ name: fields.name.trim(), content: contentOf(fields, stored.content) }),
  };
}

function fieldsOf({ name, content }: Pick<InvoiceTemplate, 'name' | 'content'>): TemplateFields {
  const { texts, colors, labels, blocks, columns } = content;
  return {
    name,
    language: content.language ?? BUILT_IN.language,
    dateFormat: content.dateFormat ?? BUILT_IN.dateFormat,
    numberFormat: content.numberFormat ?? BUILT_IN.numberFormat,
    pageSize: content.pageSize ?? BUILT_IN.pageSize,
    blocks: blocks?.join(',') ?? BUILT_IN.blocks,
    columns: columns?.join(',') ?? BUILT_IN.columns,
    logoFileId: content.logoFileId ?? '',
    ...(Object.fromEntries(COLORS.map((each) => [`color.${each}`, colors?.[each] ?? ''])) as Record<
      `color.${(typeof COLORS)[number]}`,
      string
    >),
    ...(Object.fromEntries(TEXTS.map((each) => [each, texts?.[each] ?? ''])) as Record<TextName, string>),
    labels: Object.entries(labels ?? {}).map(([label, text = '']) => ({ name: label, text })),
  };
}

/** What is sent, also for a preview while it is typed. */
export function contentOf(fields: TemplateFields, stored: Content = {}): Content {
  const own = (name: keyof typeof BUILT_IN) => (fields[name] === BUILT_IN[name] ? undefined : fields[name]);
  const texts = Object.fromEntries(TEXTS.map((name) => [name, fields[name]]).filter(([, text]) => text));
  const colors = COLORS.map((name) => [name, fields[`color.${name}`]]).filter(([, color]) => color);
  const labels = fields.labels.filter(({ name, text }) => name && text.trim());
  const content = {
    ...stored,
    ...{ language: own('language'), dateFormat: own('dateFormat'), numberFormat: own('numberFormat') },
    ...{ pageSize: own('pageSize'), blocks: own('blocks')?.split(','), columns: own('columns')?.split(',') },
    logoFileId: fields.logoFileId || undefined,
    colors: membersOf(Object.fromEntries(colors)),
    texts: membersOf(texts),
    labels: membersOf(Object.fromEntries(labels.map(({ name, text }) => [name, text.trim()]))),
  };
  return Object.fromEntries(Object.entries(content).filter(([, value]) => value !== undefined)) as Content;
}

function membersOf(members: Record<string, unknown>): Record<string, unknown> | undefined {
  return Object.keys(members).length > 0 ? members : undefined;
}

function labelErrors(rows: readonly LabelRow[], t: Words): FormErrors<TemplateFields> {
  const errors: Record<`${string}.${number}.${string}`, string> = {};
  rows.forEach(({ name, text }, index) => {
    if (text.trim() === '') errors[`labels.${index}.text`] = t('labelMissing');
    if (rows.findIndex((row) => row.name === name) < index) errors[`labels.${index}.name`] = t('labelTwice');
  });
  return errors;
}
