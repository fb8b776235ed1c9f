import { beforeAll, describe, expect, it } from 'vitest';
import { expectBorders, expectRejected, expectRequired, type SendWith } from '#test/borders.ts';
import { CONTENT, PIXEL_PNG } from '#test/examples/invoice-templates.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
beforeAll(() => service.sandbox.setClock('2030-01-15T12:34:56Z'));
const send: SendWith = (members) =>
  service.sandbox.post('/ext/v1/invoice_templates', { name: 'House', content: CONTENT, ...members });
const sendContent: SendWith = (members) => send({ content: { ...CONTENT, ...members } });
const sendText = (title: string) => sendContent({ texts: { title } });

describe('createInvoiceTemplate', () => {
  it('201 with what was sent, as version 1', async () => {
    const { status, body } = await send({});
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^itpl\./),
      ...{ name: 'House', status: 'ACTIVE', version: 1, content: CONTENT },
      createdAt: '2030-01-15T12:34:56.000Z',
      updatedAt: '2030-01-15T12:34:56.000Z',
    });
  });

  it('400 outside the borders of its members', async () => {
    await expectRequired(send, ['name', 'content']);
    await expectBorders(send, 'name', {
      fits: ['x', 'ж'.repeat(100)],
      rejected: [
        ['', /^name: /],
        ['x'.repeat(101), /^name: /],
      ],
    });
    await expectBorders(sendContent, 'colors', {
      fits: [{}, { text: '#000000' }],
      rejected: [[{ text: 'red' }, /^content\.colors\.text: /]],
    });
    await expectBorders(sendContent, 'blocks', {
      fits: [['LINES', 'FACTS', 'PARTIES']],
      rejected: [
        [['LINES', 'PARTIES'], 'content.blocks: must contain FACTS'],
        [['LINES', 'LINES', 'FACTS', 'PARTIES'], /^content\.blocks: /],
        [['LINES', 'FOOTER'], /^content\.blocks\[1\]: /],
      ],
    });
    await expectBorders(sendContent, 'columns', {
      fits: [['amount', 'description']],
      rejected: [[['description', 'price'], 'content.columns: must contain amount']],
    });
    await expectBorders(sendContent, 'labels', {
      fits: [{ invoice: 'Bill' }],
      rejected: [[{ bill: 'Bill' }, 'unknown field content.labels.bill']],
    });
    await expectBorders(sendContent, 'language', {
      fits: ['ja'],
      rejected: [['xx', /^content\.language: /]],
    });
    await expectBorders(sendContent, 'logoFileId', {
      fits: [null],
      rejected: [
        [
          'file.none',
          'content.logoFileId: logo file.none not found; upload it with POST /ext/v1/invoice_templates/logos',
        ],
      ],
    });
  });

  it('201 with a logo that was uploaded, 400 with any other file', async () => {
    const { fileId } = await service.sandbox.must.post('/ext/v1/invoice_templates/logos', {
      content: PIXEL_PNG,
    });
    expect((await sendContent({ logoFileId: fileId })).status).toBe(201);
  });

  it.each([
    // a text                                      the error
    ['{% if a %}', 'line 1, column 1: tag {% if a %} not closed'],
    ['a\n  {% include "x" %}', 'line 2, column 3: tag "include" not found'],
    ['{% render "x" %}', 'line 1, column 1: tag "render" not found'],
    ['{% layout "x" %}', 'line 1, column 1: tag "layout" not found'],
    ['{% capture x %}{% endcapture %}', 'line 1, column 1: tag "capture" not found'],
    ['{{ "now" | date: "%s" }}', 'line 1, column 1: undefined filter: date'],
    ['{{ 1 | plus: 1 }}', 'line 1, column 1: undefined filter: plus'],
    ['{% for i in (1..100000000) %}x{% endfor %}', /memory alloc limit exceeded$/],
  ])('400 for the text %s', async (title, rule) => {
    const sentence = typeof rule === 'string' ? `content.texts.title: ${rule}` : rule;
    expectRejected(await sendText(title), 400, sentence);
  });

  it.each([
    ['loops in loops', `${'{% for l in invoice.lines %}'.repeat(16)}x${'{% endfor %}'.repeat(16)}`],
    ['ranges in ranges', '{% for i in (1..9999) %}{% for j in (1..9999) %}{% endfor %}{% endfor %}'],
    ['a text that doubles', `{% assign s = "x" %}${'{% assign s = s | append: s %}'.repeat(60)}{{ s }}`],
    ['a text that is too long', '{% for i in (1..5001) %}x{% endfor %}'],
    ['tags in tags', '{% if a %}'.repeat(9000)],
    ['brackets in brackets', `{{ a${'[a'.repeat(30_000)}${']'.repeat(30_000)} }}`],
  ])('400 within a second for %s', async (_, title) => {
    const begin = performance.now();
    expectRejected(await sendText(title), 400, /^content\.texts\.title: /);
    expect(performance.now() - begin).toBeLessThan(5000);
  });

  it('400 over 512 KiB in all', async () => {
    const text = 'ж'.repeat(60_000); // 120,000 bytes
    const four = { title: '', header: text, notes: text, paymentInstructions: text, footer: text };
    const reply = await sendContent({ texts: { ...four, title: text } });
    expectRejected(reply, 400, /shorten it to at most 512 KiB$/);
  });

  it('gives a text nothing but its variables', async () => {
    const title =
      '{{ invoice.constructor }}{{ invoice.__proto__ }}{{ customer.name.constructor }}{{ process }}' +
      '{{ invoice.lines.map }}{{ invoice.toString }}{{ settings.constructor }}';
    const { body } = await sendText(`${title}.`);
    expect(body.version).toBe(1);
    const { parseText } = await import('../liquid.ts');
    const { SAMPLE_VARIABLES } = await import('../sample-variables.ts');
    const parsed = parseText(`${title}.`);
    expect('render' in parsed && parsed.render(SAMPLE_VARIABLES)).toEqual({ text: '.' });
  });
});
