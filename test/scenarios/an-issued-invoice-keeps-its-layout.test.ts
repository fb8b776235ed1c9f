import { createHash } from 'node:crypto';
import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { editTimeline, onlyInvoice, openAccount, publishPlan, sellFee } from '#test/billing-scenario.ts';
import { makeTemplate } from '#test/examples/invoice-templates.ts';
import { pdfPages } from '#test/read-pdf.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const setting = (id: string, value: string, owner: [entityType: string, entityId: string]) => ({
  ...{ id, name: id, namespace: id === 'iban' ? 'USER' : 'PLATFORM', dataType: 'STRING', value },
  ...{ entityType: owner[0], entityId: owner[1] },
});
const set = (id: string, value: string, ...owner: [string, string]) =>
  service.sandbox.must.post('/settings', setting(id, value, owner));
const content = (notes: string) => ({
  language: 'de',
  texts: { notes: `${notes} {{ settings.account.USER.iban }}` },
});

async function pdfLayoutOf(account: string): Promise<{ texts: string[]; sha256: string }> {
  const { pdfUrl } = await onlyInvoice(service.sandbox, account);
  const { rawPayload } = await service.app.server.inject({ url: pdfUrl });
  const sha256 = createHash('sha256').update(rawPayload).digest('hex');
  return { texts: pdfPages(rawPayload).flat(), sha256 };
}

let plan: string;
async function bill(account: string): Promise<void> {
  await openAccount(service.sandbox, account);
  await editTimeline(service.sandbox, account, [{ planId: plan, from: '2030-01-01', until: '2030-02-01' }]);
}

let template: string;
beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  const [fee, nothing] = [await sellFee(sandbox, 'Fee'), await sellFee(sandbox, 'Nothing')];
  plan = await publishPlan(sandbox, {
    name: 'plan',
    cards: [
      { type: 'FIXED_FEE', billableId: fee, fee: { rate: 10 } },
      { type: 'FIXED_FEE', billableId: nothing, fee: { rate: 0 } },
    ],
  });
  template = await makeTemplate(sandbox, 'House', content('First'));
  for (const account of ['own', 'inherits', 'plain']) await bill(account);
  const house = await makeTemplate(sandbox, 'Organization', content('Everybody'));
  await set('INVOICE_TEMPLATE_ID', house, 'ORGANIZATION', 'default');
  await set('INVOICE_TEMPLATE_ID', template, 'ACCOUNT', 'own');
  await set('INVOICE_HIDE_ZERO_LINES', 'true', 'ACCOUNT', 'own');
  await set('iban', 'DE01', 'ACCOUNT', 'own');
  await sandbox.setClock('2030-02-01T00:00:00Z');
});

test('the account’s template comes before that of the organization', async () => {
  expect((await pdfLayoutOf('own')).texts).toContain('First DE01');
  expect((await pdfLayoutOf('inherits')).texts).toContain('Everybody');
});

test('lines with an amount of 0 are hidden in the PDF only: the API has every line', async () => {
  const { sandbox } = service;
  const { id } = await onlyInvoice(sandbox, 'own');
  expect((await pdfLayoutOf('own')).texts).not.toContain('Nothing');
  for (const path of [`/invoices/${id}`, `/ext/v1/invoices/${id}/explain`])
    expect((await sandbox.get(path)).text).toContain('"Nothing"');
});

test('a lost document is made again as it was, whatever was edited since', async () => {
  const { sandbox } = service;
  const before = await pdfLayoutOf('own');
  expect(before.texts).not.toContain('Nothing');
  await sandbox.must.patch(`/ext/v1/invoice_templates/${template}`, {
    content: { texts: { notes: 'Second' } },
  });
  await set('iban', 'DE02', 'ACCOUNT', 'own');
  await set('INVOICE_HIDE_ZERO_LINES', 'false', 'ACCOUNT', 'own');
  const other = await makeTemplate(sandbox, 'Other', {});
  await set('INVOICE_TEMPLATE_ID', other, 'ACCOUNT', 'own');
  await sandbox.must.delete(`/ext/v1/invoice_templates/${template}`);

  const { id } = await onlyInvoice(sandbox, 'own');
  await loseDocument(id);
  expect(await onlyInvoice(sandbox, 'own')).not.toHaveProperty('pdfUrl');
  await sandbox.settle();
  const again = await pdfLayoutOf('own');
  expect(again.sha256).toBe(before.sha256);
  expect(again.texts).toContain('First DE01');
});

test('nobody changes what an invoice was issued with, nor what a version said', async () => {
  const owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
  try {
    for (const statement of [
      `update invoice_prints set data = '{}'`,
      'delete from invoice_prints',
      `update invoice_template_versions set content = '{}'`,
      'delete from invoice_template_versions',
    ])
      await expect(owner.query(statement), statement).rejects.toMatchObject({ code: 'TM001' });
  } finally {
    await owner.end();
  }
});

/** As a restore without the files would leave it: the invoice has no document, and it is planned again. */
async function loseDocument(id: string): Promise<void> {
  const owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
  try {
    await owner.query('update invoices set pdf_file_id = null where id = $1', [id]);
    await owner.query(
      `insert into scheduled_work (org_id, kind, key, due_at, rank, payload)
       select org_id, 'invoices.pdf', id, invoice_date, 90, jsonb_build_object('invoiceId', id)
       from invoices where id = $1`,
      [id],
    );
  } finally {
    await owner.end();
  }
}
