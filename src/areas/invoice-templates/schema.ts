import { type Static, type TSchema, Type } from 'typebox';
import {
  Closed,
  DateTime,
  Enum,
  List,
  MultilineText,
  Name,
  Nullable,
  PageOf,
  Text,
} from '#platform/http/schemas.ts';
import { LABEL_NAMES, LANGUAGES, type Labels } from './labels.ts';

export const TEMPLATE_STATUSES = ['ACTIVE', 'ARCHIVED'] as const;
export const BLOCKS = [
  'PARTIES',
  'FACTS',
  'SUMMARY',
  'HEADER',
  'LINES',
  'NOTES',
  'PAYMENT_INSTRUCTIONS',
] as const;
export type Block = (typeof BLOCKS)[number];
export const COLUMNS = ['description', 'quantity', 'price', 'amount'] as const;
export type ColumnName = (typeof COLUMNS)[number];
export const DATE_FORMATS = ['D MMMM YYYY', 'YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY'] as const;
export const NUMBER_FORMATS = ['1,234.56', '1.234,56', '1 234,56', "1'234.56"] as const;

/** Maximum characters of one text; all texts of a template together stay under 512 KiB. */
export const MAX_TEXT = 100_000;
const color = Text(7, 7, {
  ...{ pattern: '^#[0-9a-fA-F]{6}$', form: 'must be # and six hexadecimal digits, as in #1d4e89' },
  description: 'For example #1d4e89',
});
const text = (description: string) =>
  Type.Optional(MultilineText(0, MAX_TEXT, { description: `${description}. Liquid` }));

const TemplateTexts = Closed(
  {
    title: text('In place of the name of the document'),
    header: text('Stands before the lines'),
    notes: text('Stands after the lines'),
    paymentInstructions: text('How to pay'),
    paymentLink: text('Where an invoice can be paid that has no link of its own: an address of the web'),
    footer: text('At the foot of every page, one line'),
  },
  { component: 'InvoiceTemplateTexts' },
);
export const TEXT_NAMES = [
  'title',
  'header',
  'notes',
  'paymentInstructions',
  'paymentLink',
  'footer',
] as const;
export type TextName = (typeof TEXT_NAMES)[number];

const labels = Type.Unsafe<Partial<Labels>>(
  Closed(
    Object.fromEntries(LABEL_NAMES.map((name): [string, TSchema] => [name, Type.Optional(Name(1, 60))])),
    { description: 'Replace the labels of the language' },
  ),
);

export const TemplateContent = Closed(
  {
    language: Type.Optional(Enum(LANGUAGES, { description: 'The language of the labels; default en' })),
    labels: Type.Optional(labels),
    dateFormat: Type.Optional(Enum(DATE_FORMATS)),
    numberFormat: Type.Optional(Enum(NUMBER_FORMATS)),
    pageSize: Type.Optional(Enum(['A4', 'LETTER'])),
    colors: Type.Optional(
      Closed({
        text: Type.Optional(color),
        quiet: Type.Optional(color),
        line: Type.Optional(color),
        accent: Type.Optional(color),
      }),
    ),
    blocks: Type.Optional(
      List(Enum(BLOCKS), {
        ...{ minItems: 1, maxItems: BLOCKS.length, uniqueItems: true },
        description: 'In printed order; PARTIES, FACTS and LINES are required',
      }),
    ),
    columns: Type.Optional(
      List(Enum(COLUMNS), {
        ...{ minItems: 1, maxItems: COLUMNS.length, uniqueItems: true },
        description: 'In printed order; description and amount are required',
      }),
    ),
    logoFileId: Type.Optional(
      Nullable(Text(1, 50, { description: 'From POST /ext/v1/invoice_templates/logos' })),
    ),
    texts: Type.Optional(TemplateTexts),
  },
  { component: 'InvoiceTemplateContent' },
);
export type TemplateContent = Static<typeof TemplateContent>;

export const InvoiceTemplate = Closed(
  {
    id: Type.String(),
    name: Type.String(),
    status: Enum(TEMPLATE_STATUSES),
    version: Type.Integer({
      description: 'Increases with each change of the content; issued invoices keep theirs',
    }),
    content: TemplateContent,
    createdAt: DateTime(),
    updatedAt: DateTime(),
  },
  { component: 'InvoiceTemplate' },
);
export const InvoiceTemplatePage = PageOf(InvoiceTemplate);
export const TemplateParams = Type.Object({ invoice_template_id: Text(1, 50) });
export const GetTemplateQuery = Type.Object({
  version: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'An older version; default: the newest' }),
  ),
});

export const CreateTemplateRequest = Closed(
  { name: Name(1, 100), content: TemplateContent },
  { component: 'CreateInvoiceTemplateRequest' },
);
export const UpdateTemplateRequest = Closed(
  {
    name: Type.Optional(Name(1, 100)),
    content: Type.Optional(TemplateContent),
  },
  { component: 'UpdateInvoiceTemplateRequest' },
);

/** 1 MiB of image is 1.4 million characters of base64. */
const MAX_BASE64 = 1_398_104;
export const MAX_LOGO_BYTES = 1_048_576;
export const UploadLogoRequest = Closed(
  {
    content: Text(1, MAX_BASE64, { description: 'PNG or JPEG as base64, at most 1 MiB' }),
  },
  { component: 'UploadLogoRequest' },
);
export const Logo = Closed(
  {
    fileId: Type.String(),
    contentType: Enum(['image/png', 'image/jpeg']),
    width: Type.Integer({ description: 'Pixels' }),
    height: Type.Integer({ description: 'Pixels' }),
  },
  { component: 'Logo' },
);
