import { describe, expect, it } from 'vitest';
import { type LedgerEntry, ledgerForm } from './ledger-form.ts';

const ACCOUNTS: LedgerEntry[] = [
  { account: 'CASH', number: '1000', name: 'Payments received' },
  { account: 'RECEIVABLES', number: '1200', name: 'Accounts receivable' },
];
const DEFAULTS: Readonly<Record<string, string>> = {
  'default.CASH': 'Zahlungseingänge',
  'default.RECEIVABLES': 'Forderungen',
};
const form = ledgerForm(ACCOUNTS, {
  say: ((key: string) => DEFAULTS[key] ?? key) as unknown as Parameters<typeof ledgerForm>[1]['say'],
  organization: 'acme',
});

describe('the form of the chart of accounts', () => {
  it('sends every number and name, trimmed, and leaves out what is empty', () => {
    const fields = {
      ...form.initial,
      'number.CASH': '',
      'name.CASH': ' ',
      'number.RECEIVABLES': ' 10000 ',
      'name.RECEIVABLES': '',
    };
    const [setting] = form.read(fields);
    expect(setting).toMatchObject({ id: 'LEDGER_ACCOUNTS', entityId: 'acme', dataType: 'JSON' });
    expect(JSON.parse(setting?.value ?? '')).toEqual({ RECEIVABLES: { number: '10000' } });
  });

  it('shows default names in the language of the reader, and does not store them', () => {
    expect(form.initial['name.RECEIVABLES']).toBe('Forderungen');
    const [setting] = form.read({ ...form.initial, 'name.CASH': 'Bank' });
    expect(JSON.parse(setting?.value ?? '')).toEqual({
      CASH: { number: '1000', name: 'Bank' },
      RECEIVABLES: { number: '1200' },
    });
  });

  it.each([
    ['number.CASH', 30],
    ['name.CASH', 100],
  ])('refuses %s with more than %i characters', (field, max) => {
    expect(form.check({ ...form.initial, [field]: '🧾'.repeat(max) })).toEqual({});
    expect(form.check({ ...form.initial, [field]: '🧾'.repeat(max + 1) })).toEqual({ [field]: 'tooLong' });
  });

  it('lets accounts share a number only under one name', () => {
    const shared = { ...form.initial, 'number.RECEIVABLES': ' 1000' };
    expect(form.check(shared)).toEqual({ 'number.RECEIVABLES': 'numberTwice' });
    const named = { ...shared, 'name.RECEIVABLES': 'Zahlungseingänge ' };
    expect(form.check(named)).toEqual({});
    expect(JSON.parse(form.read(named)[0]?.value ?? '')).toEqual({
      CASH: { number: '1000', name: 'Zahlungseingänge' },
      RECEIVABLES: { number: '1000', name: 'Zahlungseingänge' },
    });
    expect(form.check({ ...form.initial, 'number.CASH': '', 'number.RECEIVABLES': '' })).toEqual({});
  });
});
