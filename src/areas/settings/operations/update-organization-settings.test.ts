import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
const PATH = '/ext/v1/organization/settings';

interface Shown {
  id: string;
  value?: string;
  source: string;
}

const patch = (settings: { id: string; value: string | null }[]) => service.sandbox.patch(PATH, { settings });
const shown = async (...ids: string[]) => {
  const { data } = await service.sandbox.must.get(PATH);
  return ids.map((id) => {
    const { value, source } = data.find((each: Shown) => each.id === id);
    return [id, value, source];
  });
};

describe('PATCH /ext/v1/organization/settings', () => {
  it('200 and several settings are stored, and a null brings back the default', async () => {
    const stored = await patch([
      { id: 'NET_TERM_DAYS', value: '14' },
      { id: 'INVOICE_MAIL', value: 'false' },
    ]);
    expect(stored.status).toBe(200);
    expect(await shown('NET_TERM_DAYS', 'INVOICE_MAIL')).toEqual([
      ['NET_TERM_DAYS', '14', 'ORGANIZATION'],
      ['INVOICE_MAIL', 'false', 'ORGANIZATION'],
    ]);
    const { value } = await service.sandbox.must.get(
      '/settings/setting.PLATFORM.NET_TERM_DAYS.ORGANIZATION.default',
    );
    expect(value).toBe('14');
    await patch([
      { id: 'NET_TERM_DAYS', value: null },
      { id: 'LATE_USAGE', value: null },
    ]);
    expect(await shown('NET_TERM_DAYS', 'INVOICE_MAIL', 'LATE_USAGE')).toEqual([
      ['NET_TERM_DAYS', '0', 'DEFAULT'],
      ['INVOICE_MAIL', 'false', 'ORGANIZATION'],
      ['LATE_USAGE', 'REJECT', 'DEFAULT'],
    ]);
  });

  it.each<[string, { id: string; value: string | null }, string]>([
    ['a value that is none', { id: 'NET_TERM_DAYS', value: '1.5' }, 'settings[1].value'],
    ['JSON that is none', { id: 'TAX_RATES', value: '[' }, 'settings[1].value'],
    ['a key that is none', { id: 'NET_TERMS', value: '1' }, 'settings[1].id'],
    ['a key that is none, without a value', { id: 'NET_TERMS', value: null }, 'settings[1].id'],
    ['a key of accounts only', { id: 'WALLET_AUTO_TOPUP', value: '{}' }, 'settings[1]'],
    ['a name of objects', { id: 'constructor', value: null }, 'settings[1].id'],
  ])('400 for %s, and nothing is stored', async (_, wrong, member) => {
    await patch([{ id: 'LATE_USAGE', value: null }]);
    const reply = await patch([{ id: 'LATE_USAGE', value: 'ADJUST' }, wrong]);
    expect([reply.status, reply.headers['error-code']]).toEqual([400, 'SETTING_INVALID']);
    expect(reply.body.message).toContain(member);
    expect(await shown('LATE_USAGE')).toEqual([['LATE_USAGE', 'REJECT', 'DEFAULT']]);
  });

  it('400 for a setting that is sent twice', async () => {
    const twice = [
      { id: 'LATE_USAGE', value: 'ADJUST' },
      { id: 'LATE_USAGE', value: null },
    ];
    expect((await patch(twice)).headers['error-code']).toBe('SETTING_REPEATED');
  });

  it('400 for an invoice template that nobody has, and a sequence that starts lower', async () => {
    const missing = await patch([{ id: 'INVOICE_TEMPLATE_ID', value: 'template.none' }]);
    expect(missing.headers['error-code']).toBe('SETTING_INVALID');
    const sequence = (start: number) =>
      patch([{ id: 'INVOICE_SEQUENCE', value: JSON.stringify({ pattern: '{SEQ}', start }) }]);
    expect((await sequence(100)).status).toBe(200);
    expect((await sequence(99)).headers['error-code']).toBe('SETTING_INVALID');
  });

  it('200 and the audit log has the values before and after', async () => {
    await patch([{ id: 'NET_TERM_DAYS', value: '30' }]);
    await patch([{ id: 'NET_TERM_DAYS', value: '45' }]);
    const { data } = await service.sandbox.must.get('/ext/v1/audit_log?entity_type=SETTING');
    expect(data[0]).toMatchObject({
      ...{ operationId: 'updateOrganizationSettings', action: 'UPDATED' },
      ...{ before: { value: '30' }, after: { value: '45' } },
    });
  });
});
