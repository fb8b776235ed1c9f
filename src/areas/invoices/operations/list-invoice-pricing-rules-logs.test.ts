import { describe, expect, it } from 'vitest';
import { invoiceRow, keepInvoices, orgOf, SAMPLE_INPUTS } from '#test/invoice-rows.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

describe('GET /invoice/{invoice_id}/pricing_rules_logs', () => {
  it('200 with an entry for each rule; 404 for an invoice that is not there', async () => {
    const computation = '{"/":[{"var":"usage.urc.um.calls"},{"var":"revenue.tag.none"}]}';
    const rules = [
      {
        ...{ id: 'rule.1', version: 1, name: 'Cap', order: 1, computation: '1000' },
        action: { type: 'UPDATE' as const, target: 'usage.urc.um.calls' },
      },
      {
        ...{ id: 'rule.2', version: 2, name: 'Share', order: 2, computation, condition: 'true' },
        action: { type: 'ADD' as const, id: 'share', description: 'A share' },
      },
    ];
    await keepInvoices(service, await orgOf(service, 'production'), [
      invoiceRow({ id: 'inv.1' }, { ...SAMPLE_INPUTS, rules }),
      invoiceRow({ id: 'inv.2', accountId: 'acme-us' }),
    ]);
    const { status, body } = await service.production.get('/invoice/inv.1/pricing_rules_logs');
    expect(status).toBe(200);
    expect(body).toEqual({
      data: [
        {
          id: 'inv.1.1',
          type: 'CONDITION_TRUE',
          order: 1,
          changes: {
            ...{ key: 'usage.urc.um.calls', keyName: 'API calls', oldRevenue: 94.5, newRevenue: 10 },
            ...{ oldUsage: 12500, newUsage: 1000 },
          },
          rule: { id: 'rule.1', name: 'Cap', computation: '1000' },
          variablesValue: {},
        },
        {
          id: 'inv.1.2',
          type: 'COMPUTATION_ERROR',
          order: 2,
          changes: {
            ...{ key: 'revenue.rule.share', keyName: 'A share', oldRevenue: 0, newRevenue: 0 },
            errorMessage: expect.stringMatching(/^"\/" divides by zero/),
          },
          rule: { id: 'rule.2', name: 'Share', condition: 'true', computation },
          variablesValue: {
            'revenue.tag.none': { name: 'revenue.tag.none', value: '0' },
            'usage.urc.um.calls': { name: 'API calls', value: '1000' },
          },
        },
      ],
    });
    expect((await service.production.get('/invoice/inv.2/pricing_rules_logs')).body).toEqual({ data: [] });
    expect((await service.production.get('/invoice/inv.3/pricing_rules_logs')).status).toBe(404);
    expect((await service.sandbox.get('/invoice/inv.1/pricing_rules_logs')).status).toBe(404);
  });
});
