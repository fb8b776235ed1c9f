import { beforeAll, describe, expect, it } from 'vitest';
import { expectRejected, type SendWith } from '#test/borders.ts';
import { CONTENT, makeTemplate, PIXEL_PNG } from '#test/examples/invoice-templates.ts';
import { invoiceRow, keepInvoices, orgOf, SAMPLE_INPUTS } from '#test/invoice-rows.ts';
import { pdfPages } from '#test/read-pdf.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const send: SendWith = (members) =>
  service.production.post('/ext/v1/invoice_templates/preview', { invoiceId: 'inv.1', ...members });
async function page(members: Record<string, unknown>): Promise<string[]> {
  const { status, body, text } = await send(members);
  expect(status, text.slice(0, 300)).toBe(200);
  return pdfPages(Buffer.from(body.content, 'base64')).flat();
}

beforeAll(async () => {
  const org = await orgOf(service, 'production');
  const free = SAMPLE_INPUTS.cards.map((card) => (card.type === 'FIXED_FEE' ? { ...card, rate: '0' } : card));
  await keepInvoices(service, org, [
    invoiceRow({ id: 'inv.1', sequenceId: '2030-02-0001' }),
    invoiceRow({
      id: 'inv.2',
      scheduleId: 's2',
      status: 'DRAFT',
      finalizingStatus: null,
      invoiceType: 'AD_HOC',
    }),
    invoiceRow({ id: 'inv.3', scheduleId: 's3' }, { ...SAMPLE_INPUTS, cards: free }),
  ]);
});

describe('previewInvoiceTemplate', () => {
  it('200 with the invoice as it was issued, marked, and nothing is stored', async () => {
    const texts = await page({});
    expect(texts).toEqual(expect.arrayContaining(['PREVIEW', 'INVOICE', 'USD 146.11']));
    expect(await service.production.must.get('/invoices/inv.1')).not.toHaveProperty('pdfUrl');
    const { rows } = await service.app.database.pool.query('select 1 from files');
    expect(rows).toEqual([]);
  });

  it('200 marked as a draft while it is one', async () => {
    expect(await page({ invoiceId: 'inv.2' })).toContain('DRAFT');
  });

  it('200 in a stored template: its words, columns, numbers and dates', async () => {
    const templateId = await makeTemplate(service.production, 'House');
    const texts = await page({ templateId });
    expect(texts).toEqual(
      expect.arrayContaining(['An', 'Rechnung', '2030-02-0001', 'USD 146,11', '03.02.2030', 'Betrag USD']),
    );
    expect(texts.join(' ')).toContain('Guten Tag Acme Corp,');
    // Neither the block nor the column is in the template.
    expect(texts.join(' ')).not.toMatch(/Zahlbar bis|Menge/);
  });

  it('200 in a content that is sent, with every kind of variable', async () => {
    const setting = { namespace: 'USER', dataType: 'STRING', name: 'IBAN', value: 'DE02', id: 'iban' };
    const owners = [
      ['ORGANIZATION', 'default'],
      ['ACCOUNT', 'acme-eu'],
      ['CUSTOMER', 'acme'],
      ['INVOICE', 'inv.1'],
    ];
    for (const [entityType, entityId] of owners)
      await service.production.must.post('/settings', {
        ...setting,
        value: `DE ${entityType}`,
        entityType,
        entityId,
      });
    const notes = [
      '{{ invoice.number }}|{{ invoice.total }}|{{invoice.subtotal}}|{{invoice.date}}|{{ invoice.dueDate}}',
      '{{ invoice.dateIso }}|{{ invoice.periodStart }}|{{ invoice.periodEnd }}|{{ invoice.netTermDays }}',
      '{% for l in invoice.lines %}{{ l.description }}={{ l.amount }};{% endfor %}|{{ invoice.isDraft }}',
      '{{ customer.id }}|{{ customer.email }}|{{ account.name }}|{{ account.address.city }}|{{ plan.name }}',
      '{{ organization.name }}|{{ group.name }}|{{ settings.organization.USER.iban }}',
      '{{ settings.account.USER.iban }}|{{ settings.customer.USER.iban }}|{{ settings.invoice.USER.iban }}',
    ];
    const texts = await page({ content: { texts: { notes: notes.join('\n') } } });
    for (const line of [
      '2030-02-0001|USD 146.11|146.11|3 February 2030|5 March 2030',
      '2030-02-03|16 January 2030|31 January 2030|30',
      'API calls=94.50;Platform fee=51.61;|false',
      'acme|billing@acme.example|Acme Europe|Berlin|Growth',
      'Example Systems Inc.||DE ORGANIZATION',
      'DE ACCOUNT|DE CUSTOMER|DE INVOICE',
    ])
      expect(texts).toContain(line);
  });

  it('200 with the logo', async () => {
    const upload = { content: PIXEL_PNG };
    const { fileId } = await service.production.must.post('/ext/v1/invoice_templates/logos', upload);
    const { body } = await send({ content: { logoFileId: fileId } });
    expect(Buffer.from(body.content, 'base64').toString('latin1')).toContain('/Subtype /Image');
  });

  it('200 without lines that come to nothing, where the account hides them', async () => {
    expect(await page({ invoiceId: 'inv.3', content: {} })).toContain('Platform fee');
    await service.production.must.post('/settings', {
      ...{
        namespace: 'PLATFORM',
        id: 'INVOICE_HIDE_ZERO_LINES',
        name: 'x',
        dataType: 'STRING',
        value: 'true',
      },
      ...{ entityType: 'ACCOUNT', entityId: 'acme-eu' },
    });
    const texts = await page({ invoiceId: 'inv.3', content: {} });
    expect(texts).not.toContain('Platform fee');
    expect(texts).toContain('API calls');
    // What was issued is printed as it was issued.
    expect(await page({ invoiceId: 'inv.3' })).toContain('Platform fee');
  });

  it.each([
    ['INVOICE', ['Northwind Trading Inc.', 'San Francisco, CA 94105', 'USD 213.95']],
    ['SIXTY_LINES', ['Service 1', 'Service 60', 'USD 25,162.50']],
    ['ADDRESS_US', ['1600 Harbor Boulevard', 'Suite 400', 'San Francisco, CA 94105', 'United States']],
    ['ADDRESS_DE', ['Königsallee 27', '40212 Düsseldorf', 'Germany']],
    ['ADDRESS_JP', ['〒100-6640', '東京都千代田区', 'Japan']],
    ['RIGHT_TO_LEFT', ['United Arab Emirates']],
    ['CREDIT_NOTE', ['CREDIT NOTE', '-120.00']],
    ['ZERO', ['USD 0.00']],
  ])('200 with the sample %s, which nobody owes', async (sample, expected) => {
    // Letters of some scripts are placed one by one.
    const text = (await page({ invoiceId: undefined, sample })).join('');
    expect([...expected, 'PREVIEW'].filter((each) => !text.includes(each))).toEqual([]);
  });

  it('200 with a sample in the template and in the name of the organization', async () => {
    const templateId = await makeTemplate(service.sandbox, 'Of everybody');
    await service.sandbox.must.post('/settings', {
      ...{ namespace: 'PLATFORM', id: 'INVOICE_TEMPLATE_ID', name: 'x', dataType: 'STRING' },
      ...{ value: templateId, entityType: 'ORGANIZATION', entityId: 'default' },
    });
    await service.sandbox.must.patch('/ext/v1/organization', { name: 'Initech' });
    const { body } = await service.sandbox.post('/ext/v1/invoice_templates/preview', { sample: 'INVOICE' });
    expect(body).not.toHaveProperty('invoiceId');
    const texts = (await pdfPages(Buffer.from(body.content, 'base64'))).flat();
    expect(texts).toEqual(expect.arrayContaining(['An', 'Initech', 'Betrag USD']));
  });

  it('400 for what asks too much of this invoice only', async () => {
    const texts = { notes: `{% if invoice.number == "2030-02-0001" %}${'x'.repeat(5_001)}{% endif %}` };
    expectRejected(
      await send({ content: { texts } }),
      400,
      'content.texts.notes: renders to 5001 characters; the maximum is 5000',
    );
  });

  it('400 for a content that no invoice could be printed in, or two templates', async () => {
    for (const members of [{ invoiceId: undefined }, { sample: 'ZERO' }])
      expectRejected(await send(members), 400, 'invoiceId: send either invoiceId or sample');
    expectRejected(
      await send({ content: { texts: { notes: '{% x %}' } } }),
      400,
      'content.texts.notes: line 1, column 1: tag "x" not found',
    );
    expectRejected(
      await send({ content: CONTENT, templateId: 'itpl.none' }),
      400,
      'templateId: send either templateId or content',
    );
  });

  it('404 for an unknown invoice or template', async () => {
    expectRejected(await send({ invoiceId: 'inv.none' }), 404, 'invoice inv.none not found');
    expectRejected(await send({ templateId: 'itpl.none' }), 404, 'invoice template itpl.none not found');
  });

  it('429 while others are drawn, and bills wait behind few', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => send({ content: CONTENT })));
    const statuses = new Set(replies.map(({ status }) => status));
    expect(statuses.has(200)).toBe(true);
    expect([...statuses].every((status) => status === 200 || status === 429)).toBe(true);
  });
});
