import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { expectRejected } from '#test/borders.ts';
import { countWaiting } from '#test/count-waiting.ts';
import { makeTemplate } from '#test/examples/invoice-templates.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const archive = (id: string) => service.sandbox.delete(`/ext/v1/invoice_templates/${id}`);
const setting = (value: string, entityType = 'ORGANIZATION', entityId = 'default') => ({
  ...{ id: 'INVOICE_TEMPLATE_ID', name: 'Paper', namespace: 'PLATFORM', dataType: 'STRING' },
  ...{ value, entityType, entityId },
});
const attach = (value: string, entityType?: string, entityId?: string) =>
  service.sandbox.post('/settings', setting(value, entityType, entityId));

beforeAll(() => service.sandbox.setClock('2030-01-01T00:00:00Z'));

describe('archiveInvoiceTemplate', () => {
  it('200, also twice; nothing can be printed in it any more', async () => {
    const id = await makeTemplate(service.sandbox, 'House');
    expect((await archive(id)).body).toMatchObject({ id, status: 'ARCHIVED', version: 1 });
    expect((await archive(id)).status).toBe(200);
    expectRejected(await attach(id), 400, `value: invoice template ${id} is archived`);
  });

  it('400 while it is that of the organization', async () => {
    const id = await makeTemplate(service.sandbox, 'House');
    expect((await attach(id)).status).toBe(201);
    expectRejected(
      await archive(id),
      400,
      `invoice template ${id} is in use by organization default; change or delete the setting ` +
        'INVOICE_TEMPLATE_ID there first',
    );
    await service.sandbox.must.delete(
      '/ext/v1/settings/setting.PLATFORM.INVOICE_TEMPLATE_ID.ORGANIZATION.default',
    );
    expect((await archive(id)).status).toBe(200);
  });

  it('400 while it is that of an account; 200 when the account is archived', async () => {
    const id = await makeTemplate(service.sandbox, 'House');
    await openAccount(service.sandbox, 'one');
    expect((await attach(id, 'ACCOUNT', 'one')).status).toBe(201);
    expectRejected(await archive(id), 400, /is in use by account one; /);
    await service.sandbox.must.delete('/accounts/one');
    expect((await archive(id)).status).toBe(200);
  });

  it('leaves either a setting or an archived template, whoever comes first', async () => {
    for (let i = 0; i < 5; i++) {
      const id = await makeTemplate(service.sandbox, `House ${i}`);
      const [attached, archived] = await Promise.all([attach(id), archive(id)]);
      expect([attached.status, archived.status].sort()).toEqual(
        attached.status === 201 ? [201, 400] : [200, 400],
      );
    }
  });

  it('400 when a setting of it is stored while it waits for its row', async () => {
    const id = await makeTemplate(service.sandbox, 'Waiting');
    const owner = new pg.Client({ connectionString: service.databaseUrl });
    await owner.connect();
    try {
      // As whoever makes a setting of it: first the row, then the setting.
      await owner.query('begin');
      await owner.query('select from invoice_templates where id = $1 for share', [id]);
      const archived = archive(id);
      await expect.poll(() => countWaiting(owner), { timeout: 10_000 }).toBeGreaterThan(0);
      await owner.query(
        `insert into settings (org_id, namespace, id, entity_type, entity_id, name, value, data_type,
           created_at, updated_at)
         select org_id, 'PLATFORM', 'INVOICE_TEMPLATE_ID', 'ACCOUNT', 'nobody', 'Paper', id, 'STRING',
           now(), now()
         from invoice_templates where id = $1`,
        [id],
      );
      await owner.query('commit');
      expectRejected(await archived, 400, /is in use by account nobody; /);
    } finally {
      await owner.end();
    }
  });

  it('404 for an unknown one', async () => {
    expectRejected(await archive('itpl.none'), 404, 'invoice template itpl.none not found');
  });

  it('400 for a setting of a template that there is not, also inside an account', async () => {
    expectRejected(await attach('itpl.none'), 400, 'value: invoice template itpl.none not found');
    const { entityType, entityId, ...own } = setting('itpl.none');
    const reply = await service.sandbox.post('/accounts', {
      ...{ id: 'two', name: 'Two', customerId: 'customer-one', settings: [own] },
    });
    expectRejected(reply, 400, 'settings[0].value: invoice template itpl.none not found');
  });
});
