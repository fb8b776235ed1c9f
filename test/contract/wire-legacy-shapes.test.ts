import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { responseSchema } from '#test/document-parts.ts';
import { useService } from '#test/running-app.ts';

/** With WIRE_LEGACY: the shapes of older clients where the interface document differs. */
const service = useService({ WIRE_LEGACY: 'on' });
beforeAll(() => openAccount(service.sandbox, 'acme'));

describe('credits', () => {
  const credit = {
    accountId: 'acme',
    purpose: 'p',
    effectiveFrom: '2020-01-01',
    creditAmount: 0.1,
    priority: 1,
  };

  it('stand in an envelope', async () => {
    const reply = await service.sandbox.post('/credits', { creditRequests: [credit, credit] });
    expect(reply.status).toBe(200);
    expect(Object.keys(reply.body)).toEqual(['credits']);
    expect(reply.body.credits).toHaveLength(2);
    expect(reply.body.credits[0]).toMatchObject({ ...credit, status: 'ACTIVE' });
    expect(reply.text).toContain('"creditAmount":0.1,');
  });

  it('are rejected with the same body as ever', async () => {
    const { status, body } = await service.sandbox.post('/credits', { creditRequests: [] });
    expect([status, body]).toEqual([400, { message: 'creditRequests: must have at least 1 entries' }]);
  });

  it('are described as the bare array that the interface document has', async () => {
    const document = (await service.production.get('/openapi.json')).body;
    expect(responseSchema(document, document.paths['/credits'].post, '200').type).toBe('array');
  });
});

describe('the id of an account', () => {
  const aliasesOf = ({ aliases }: { aliases: { alias: string }[] }) => aliases.map(({ alias }) => alias);
  const ten = Array.from({ length: 10 }, (_, i) => `alias-${i}`);

  it('is listed first among its aliases, and is none of the ten', async () => {
    const { must } = service.sandbox;
    const customer = await must.post('/customers', {
      ...{ id: 'globex', name: 'Globex', primaryEmail: 'pay@globex.example', address: {} },
    });
    expect(aliasesOf(customer.account)).toEqual(['globex']);
    const account = await must.post('/accounts', {
      ...{ id: 'Globex-EU', name: 'Globex EU', customerId: 'globex', invoiceCurrency: 'USD', aliases: ten },
    });
    expect(aliasesOf(account)).toEqual(['Globex-EU', ...ten]);
    expect(aliasesOf(await must.get('/accounts/Globex-EU'))).toEqual(['Globex-EU', ...ten]);
    const { data } = await must.get('/accounts?account_id=Globex-EU');
    expect(aliasesOf(data[0])).toEqual(['Globex-EU', ...ten]);
    const fewer = await must.post('/accounts/Globex-EU/remove_aliases', { aliases: ['alias-9'] });
    expect(aliasesOf(fewer)).toEqual(['Globex-EU', ...ten.slice(0, 9)]);
    const again = await must.post('/accounts/Globex-EU/add_aliases', { aliases: ['alias-9'] });
    expect(aliasesOf(again)).toEqual(['Globex-EU', ...ten]);
    const rows = (await must.get('/accounts/Globex-EU/account_aliases')).data;
    expect(rows.map(({ value }: { value: string }) => value)).not.toContain('globex-eu');
  });
});
