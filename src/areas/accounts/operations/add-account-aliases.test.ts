import { beforeAll, describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();
const T = (day: string) => `2030-${day}T00:00:00Z`;
const open = (id: string, members: object = {}) =>
  service.sandbox.must.post('/accounts', { id, name: 'Acme', customerId: 'acme', ...members });
const add = (id: string, sent: object) => service.sandbox.post(`/accounts/${id}/add_aliases`, sent);
let count = 0;
const ranges = async (id: string) => {
  const { data } = await service.sandbox.must.get(`/accounts/${id}/account_aliases`);
  return data.map(({ value, effectiveFrom, effectiveUntil }: Record<string, string>) =>
    [value, effectiveFrom?.slice(0, 10), effectiveUntil?.slice(0, 10)].join(' '),
  );
};

beforeAll(async () => {
  await service.sandbox.setClock(T('06-01'));
  const customer = { id: 'acme', name: 'Acme', primaryEmail: 'a@acme.example', address: {} };
  await service.sandbox.must.post('/customers', customer);
});

describe('POST /accounts/{account_id}/add_aliases', () => {
  it('200 and the account, changed now', async () => {
    await open('plain', { aliases: ['first'] });
    const { status, body } = await add('plain', {
      aliases: ['Second'],
      accountAliases: [{ value: 'X', effectiveFrom: T('01-01'), effectiveUntil: T('06-01') }],
    });
    expect(status).toBe(200);
    expect(body.aliases).toEqual([{ alias: 'first' }, { alias: 'second' }]);
    expect(await ranges('plain')).toEqual([
      'first 0001-01-01 9999-01-01',
      'second 0001-01-01 9999-01-01',
      'x 2030-01-01 2030-06-01',
    ]);
  });

  it('200 and without an end, or a beginning, for the ends of time', async () => {
    const ends = { effectiveFrom: '0001-01-01T00:00:00Z', effectiveUntil: '9999-01-01T00:00:00Z' };
    await open('endless', { accountAliases: [{ value: 'endless-a', ...ends }] });
    expect(await ranges('endless')).toEqual(['endless-a 0001-01-01 9999-01-01']);
    const late = { value: 'endless-b', effectiveUntil: '9999-12-31T23:59:59.999Z' };
    await add('endless', { accountAliases: [late] });
    // They have no end: as plain ones they are there already.
    expect((await add('endless', { aliases: ['endless-a', 'endless-b'] })).status).toBe(200);
    const taken = await add('plain', { aliases: ['endless-a'] });
    expect(taken.body.message).toBe(
      'alias endless-a is in use by an account since the beginning without an end',
    );
    const [{ id }] = (await service.sandbox.must.get('/accounts/endless/account_aliases')).data;
    await service.sandbox.must.post('/accounts/endless/remove_aliases', {
      accountAliases: [{ id, from: '9999-01-01T00:00:00Z' }],
    });
    expect(await ranges('endless')).toHaveLength(2);
    const { status } = await add('endless', { aliases: ['endless-a'] });
    expect(status).toBe(200);
  });

  it('200 and nothing new when the account has the aliases already', async () => {
    await open('again', {
      aliases: ['again-a'],
      accountAliases: [{ value: 'again-b', effectiveFrom: T('01-01') }],
    });
    const accountAliases = [{ value: 'AGAIN-A', effectiveFrom: T('02-01'), effectiveUntil: T('03-01') }];
    const { status } = await add('again', { aliases: ['again-a', 'AGAIN-B', 'again'], accountAliases });
    expect(status).toBe(200);
    expect(await ranges('again')).toEqual(['again-a 0001-01-01 9999-01-01', 'again-b 2030-01-01 9999-01-01']);
  });

  it.each([
    //  first                         then                          status
    [['01-01', '03-01'], ['03-01', '05-01'], 200], // half-open: they touch
    [['03-01', '05-01'], ['01-01', '03-01'], 200],
    [['01-01', '03-01'], ['02-28', '05-01'], 409],
    [['01-01', '03-01'], ['01-15', '02-01'], 409],
    [['01-01', '03-01'], [null, null], 409],
    [['01-01', null], [null, '01-01'], 200],
    [[null, '01-01'], [null, '01-02'], 409],
    [[null, null], ['01-01', '01-02'], 409],
  ])('ranges %j and %j of two accounts', async (first, then, expected) => {
    const value = `shared-${count++}`;
    const range = ([from, until]: readonly (string | null)[]) => ({
      value,
      ...(from && { effectiveFrom: T(from) }),
      ...(until && { effectiveUntil: T(until) }),
    });
    await open(`one-${value}`, { accountAliases: [range(first)] });
    await open(`two-${value}`);
    const { status, body } = await add(`two-${value}`, { accountAliases: [range(then)] });
    expect(status).toBe(expected);
    if (status === 200) return;
    const [from, until] = first;
    const start = from ? `from ${T(from)}` : 'since the beginning';
    const words = `${start} ${until ? `until ${T(until)}` : 'without an end'}`;
    expect(body.message).toBe(`alias ${value} is in use by an account ${words}`);
  });

  it('200 for a plain alias that another account had: from the end of that', async () => {
    await open('giver', { aliases: ['given'] });
    await open('taker');
    expect((await add('taker', { aliases: ['given'] })).status).toBe(409);
    await service.sandbox.must.post('/accounts/giver/remove_aliases', { aliases: ['given'] });
    expect((await add('taker', { aliases: ['given'] })).body.aliases).toEqual([{ alias: 'given' }]);
    expect(await ranges('giver')).toEqual(['given 0001-01-01 2030-06-01']);
    expect(await ranges('taker')).toEqual(['given 2030-06-01 9999-01-01']);
  });

  it('409 for the id of another account in any case', async () => {
    await open('Upper-Case');
    await open('lower');
    const { status, headers } = await add('lower', { aliases: ['upper-case'] });
    expect([status, headers['error-code']]).toEqual([409, 'ALIAS_IS_ACCOUNT_ID']);
  });

  it('200 for the own id in lower case, which events may use then', async () => {
    await open('MIXED-case');
    expect((await add('MIXED-case', { aliases: ['mixed-case'] })).body.aliases).toEqual([
      { alias: 'mixed-case' },
    ]);
  });

  it('400 for an eleventh alias now, but not for one that begins later', async () => {
    await open('many', { aliases: Array.from({ length: 10 }, (_, i) => `many-${i}`) });
    const { status, headers } = await add('many', { aliases: ['many-10'] });
    expect([status, headers['error-code']]).toEqual([400, 'TOO_MANY_ALIASES']);
    const later = { value: 'many-10', effectiveFrom: T('06-02') };
    expect((await add('many', { accountAliases: [later] })).status).toBe(200);
    expect(await ranges('many')).toHaveLength(11);
  });

  it.each([
    [{}, 400],
    [{ aliases: [] }, 400],
    [{ accountAliases: [] }, 400],
    [{ aliases: Array.from({ length: 11 }, (_, i) => `e-${i}`) }, 400],
    [{ accountAliases: Array.from({ length: 11 }, (_, i) => ({ value: `e-${i}` })) }, 400],
    [{ aliases: ['ab'] }, 400],
    [{ aliases: [7] }, 400],
    [{ accountAliases: [{}] }, 400],
    [{ accountAliases: [{ value: 'v', from: T('01-01') }] }, 400],
    [{ accountAliases: [{ value: 'ranged', effectiveFrom: T('01-01'), effectiveUntil: T('01-01') }] }, 400],
  ])('%j', async (sent, expected) => {
    expect((await add('plain', sent)).status).toBe(expected);
  });

  it('404 for an unknown account, 400 for an archived one', async () => {
    await open('archived');
    await service.sandbox.must.delete('/accounts/archived');
    expect((await add('archived', { aliases: ['any'] })).status).toBe(400);
    expect((await add('nobody', { aliases: ['any'] })).status).toBe(404);
  });

  it('two at the same time: one account gets the alias', async () => {
    await open('left');
    await open('right');
    for (let i = 0; i < 8; i++) {
      const aliases = [`raced-${i}`];
      const responses = await Promise.all([
        add('left', { accountAliases: [{ value: aliases[0], effectiveUntil: T('07-01') }] }),
        add('right', { accountAliases: [{ value: aliases[0], effectiveFrom: T('06-30') }] }),
      ]);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
      await service.sandbox.post('/accounts/left/remove_aliases', { aliases });
      await service.sandbox.post('/accounts/right/remove_aliases', { aliases });
    }
  });
});
