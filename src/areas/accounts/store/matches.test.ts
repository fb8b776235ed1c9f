import { beforeAll, describe, expect, it } from 'vitest';
import { inOrg } from '#test/billing-rows.ts';
import { useService } from '#test/running-app.ts';
import { listAccountReferences, resolveReference } from './matches.ts';

const service = useService();
const NOW = '2030-06-01T00:00:00Z';

/** Accounts and aliases that the references resolve to, in their order. */
const match = (refs: readonly (readonly [ref: string, at: string])[]) =>
  inOrg(service, 'sandbox', async (tx, org) => {
    const known = await listAccountReferences(
      tx,
      org,
      refs.map(([ref]) => ref),
    );
    const resolved = refs.map(([ref, at]) => resolveReference(known.get(ref), Temporal.Instant.from(at)));
    return resolved.map((found) => found && [found.accountId, found.alias]);
  });

beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock(NOW);
  const customer = { id: 'acme', name: 'Acme Inc', primaryEmail: 'a@b.c', address: {} };
  await sandbox.must.post('/customers', customer);
  const open = (id: string, members: object) =>
    sandbox.must.post('/accounts', { id, name: `Account ${id}`, customerId: 'acme', ...members });
  await open('A', { accountAliases: [{ value: 'moved', effectiveUntil: '2024-03-01T00:00:00Z' }] });
  await open('B', { accountAliases: [{ value: 'moved', effectiveFrom: '2024-03-01T00:00:00Z' }] });
  const window = { effectiveFrom: '2024-01-01T00:00:00Z', effectiveUntil: '2024-02-01T00:00:00Z' };
  await open('C', {
    aliases: ['Straße 😀'],
    accountAliases: [{ value: 'window', ...window }],
    status: 'DRAFT',
  });
  await open('gone', { aliases: ['left'] });
  await sandbox.must.delete('/accounts/gone');
});

describe('references of events', () => {
  it('resolves in the order given, null where nothing matches', async () => {
    const refs = [
      ['nobody', NOW],
      ['B', NOW],
      ['moved', NOW],
      ['', NOW],
      ['A', NOW],
      ['B', NOW],
    ] as const;
    expect(await match(refs)).toEqual([null, ['B', null], ['B', 'moved'], null, ['A', null], ['B', null]]);
    expect(await match([])).toEqual([]);
  });

  it.each([
    //  reference     instant                      account and alias
    ['moved', '2024-02-29T23:59:59.999999Z', ['A', 'moved']],
    ['moved', '2024-03-01T00:00:00Z', ['B', 'moved']],
    ['moved', '0001-01-01T00:00:00Z', ['A', 'moved']],
    ['moved', '9999-12-31T23:59:59Z', ['B', 'moved']],
    ['window', '2023-12-31T23:59:59.999999Z', null],
    ['window', '2024-01-01T00:00:00Z', ['C', 'window']],
    ['window', '2024-01-31T23:59:59.999999Z', ['C', 'window']],
    ['window', '2024-02-01T00:00:00Z', null],
    [' WINDOW ', '2024-01-01T00:00:00Z', ['C', 'window']],
    ['STRASSE 😀', NOW, null], // lower case, not folded: ß is not ss
    ['STRAßE 😀', NOW, ['C', 'straße 😀']],
    ['A', '0001-01-01T00:00:00Z', ['A', null]],
    ['a', NOW, null], // ids are compared as they are
    ['left', '2030-05-31T23:59:59Z', ['gone', 'left']],
    ['left', NOW, null], // archived at this instant
    ['gone', NOW, ['gone', null]],
    ['window%', '2024-01-01T00:00:00Z', null],
  ])('%s at %s', async (ref, at, expected) => {
    expect(await match([[ref, at]])).toEqual([expected]);
  });

  it('returns the account with its customer and status', async () => {
    const known = await inOrg(service, 'sandbox', (tx, org) => listAccountReferences(tx, org, ['C', 'gone']));
    const found = ['C', 'gone'].map((ref) => resolveReference(known.get(ref), Temporal.Instant.from(NOW)));
    const shared = { customerId: 'acme', customerName: 'Acme Inc', alias: null, invoiceCurrency: 'USD' };
    expect(found).toEqual([
      { ...shared, accountId: 'C', accountName: 'Account C', status: 'DRAFT', archivedAt: null },
      {
        ...shared,
        accountId: 'gone',
        accountName: 'Account gone',
        status: 'ARCHIVED',
        archivedAt: Temporal.Instant.from(NOW),
      },
    ]);
  });

  it('sees nothing of the other environment', async () => {
    const found = await inOrg(service, 'production', (tx, org) => listAccountReferences(tx, org, ['A']));
    expect(found).toEqual(new Map());
  });
});
