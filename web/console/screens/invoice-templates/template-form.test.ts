import { describe, expect, it } from 'vitest';
import type { InvoiceTemplateContent } from '../../../api/generated/types.ts';
import { faultOf } from './template-fault.ts';
import { contentOf, templateForm } from './template-form.ts';

const say = Object.assign((key: string) => key, { count: (key: string) => key });
const FULL: InvoiceTemplateContent = {
  language: 'de',
  labels: { billedTo: 'An' },
  dateFormat: 'DD.MM.YYYY',
  numberFormat: '1.234,56',
  pageSize: 'LETTER',
  colors: { accent: '#8a1c1c' },
  blocks: ['PARTIES', 'FACTS', 'LINES'],
  columns: ['description', 'amount'],
  logoFileId: 'file.1',
  texts: { notes: 'Danke.\n\n{{ invoice.number }}' },
};
const formOf = (content: InvoiceTemplateContent) => templateForm({ name: 'House', content }, say);

describe('the form of a template', () => {
  it.each([
    ['of everything', FULL],
    ['of nothing', {}],
  ])('sends what is stored, %s', (_, content) => {
    const { initial, read, check } = formOf(content);
    expect(check(initial)).toEqual({});
    expect(read(initial)).toEqual({ name: 'House', content });
  });

  it('leaves out what is built in, and keeps what it does not know', () => {
    const stored = { language: 'de', later: 1 } as InvoiceTemplateContent;
    const { initial } = formOf(stored);
    expect(contentOf({ ...initial, language: 'en' }, stored)).toEqual({ later: 1 });
  });

  it.each([
    [{ name: ' ' }, { name: 'nameMissing' }],
    [{ 'color.accent': '#12' }, { 'color.accent': 'colorInvalid' }],
    [{ 'color.accent': '#12ab3F' }, {}],
    [{ labels: [{ name: 'total', text: ' ' }] }, { 'labels.0.text': 'labelMissing' }],
    [
      {
        labels: [
          { name: 'total', text: 'a' },
          { name: 'total', text: 'b' },
        ],
      },
      { 'labels.1.name': 'labelTwice' },
    ],
  ])('%j', (typed, expected) => {
    const { initial, check } = formOf({});
    expect(check({ ...initial, ...typed })).toEqual(expected);
  });
});

it.each([
  [
    'content.texts.notes: line 3, column 1: tag "x" not found',
    { field: 'notes', rule: 'line 3, column 1: tag "x" not found', line: 3 },
  ],
  [
    'content.texts.footer: renders to 5001 characters; the maximum is 5000',
    { field: 'footer', rule: 'renders to 5001 characters; the maximum is 5000', line: null },
  ],
  ['content.blocks: must contain LINES', { field: 'blocks', rule: 'must contain LINES', line: null }],
  ['content.colors.accent: must be #', { field: 'color.accent', rule: 'must be #', line: null }],
  ['invoice inv.1 not found', null],
])('%s', (message, expected) => {
  expect(faultOf(message)).toEqual(expected);
});
