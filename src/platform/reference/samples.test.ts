import { expect, it } from 'vitest';
import type { ApiOperation } from './document.ts';
import { requestSamples } from './samples.ts';

const baseUrl = 'https://billing.example';
const payInvoice: ApiOperation = {
  ...{ id: 'payInvoice', method: 'POST', path: '/invoices/{id}/pay', tag: 'Invoices', summary: 'Pay' },
  ...{ description: '', isDeprecated: false, isExtension: false, isSandboxOnly: false, isAnonymous: false },
  ...{ portal: null, scope: null, successes: [], errors: [] },
  parameters: [
    { name: 'id', in: 'path', required: true, schema: {}, example: 'a/b' },
    { name: 'at', in: 'query', required: false, schema: {}, example: '2030-01-01T00:00+01' },
    { name: 'left', in: 'query', required: false, schema: {} },
  ],
  body: { type: 'application/json', schema: {}, isRequired: true, example: { note: "it's <paid>" } },
};
const text = (markup: string) =>
  markup
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>');

it('curl sends the recorded path, query and body, quoted for a shell', () => {
  const sample = text(requestSamples(payInvoice, { baseUrl }).text);
  expect(sample).toContain(
    [
      'curl -X POST "https://billing.example/sandbox/invoices/a%2Fb/pay?at=2030-01-01T00%3A00%2B01" \\',
      '-H "Authorization: Bearer $KEY" \\',
      "-H 'Content-Type: application/json' \\",
      `-d '{`,
    ].join('\n  '),
  );
  expect(sample).toContain(`"note": "it'\\''s <paid>"`);
});

it('an anonymous operation needs no key, and one of the sandbox stays there', () => {
  const operation = { ...payInvoice, isAnonymous: true, isSandboxOnly: true };
  const { text: markup } = requestSamples(operation, { baseUrl });
  expect(markup).not.toContain('Authorization');
  expect(markup).toContain('<span data-base="sandbox">https://billing.example/sandbox</span>');
});

it('a further language is one more printer, and readers choose between them', () => {
  const languages = ['curl', 'typescript'].map((id) => ({
    ...{ id, label: id },
    print: ({ method, url, key }: { method: string; url: string; key: string | null }) =>
      `${id}(${method}, ${url}, ${key})`,
  }));
  const { text: markup } = requestSamples(payInvoice, { baseUrl, languages });
  expect(markup).toContain('<option value="typescript">typescript</option>');
  expect(markup).toContain('data-sample="curl"><pre');
  expect(markup).toContain('data-sample="typescript" hidden><pre');
  expect(text(markup)).toContain('typescript(POST, https://billing.example/sandbox/invoices/a%2Fb/pay');
});
