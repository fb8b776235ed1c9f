import { expect, it } from 'vitest';
import { DEFAULT_CHART } from '#core/ledger-accounts.ts';
import { DEFAULT_NAMES, ledgerName } from '../../web/console/screens/journal/ledger-names.ts';
import german from '../../web/messages/de/journal.json' with { type: 'json' };
import english from '../../web/messages/en/journal.json' with { type: 'json' };

const sayIn = (texts: Readonly<Record<string, string>>) => (key: string) => texts[key] ?? '';

it('knows the default names of the service, and says them alike in English', () => {
  const defaults = Object.entries(DEFAULT_CHART).map(([account, { name }]) => [account, name]);
  expect(Object.entries(DEFAULT_NAMES)).toEqual(defaults);
  const said = Object.keys(DEFAULT_NAMES).map((account) => ledgerName(entryOf(account), sayIn(english)));
  expect(said).toEqual(Object.values(DEFAULT_NAMES));
});

it('translates a default name, and no other', () => {
  const account = 'RECEIVABLES';
  expect(ledgerName({ account, name: 'Accounts receivable' }, sayIn(german))).toBe(
    'Forderungen aus Lieferungen und Leistungen',
  );
  expect(ledgerName({ account, name: 'Debitoren EU' }, sayIn(german))).toBe('Debitoren EU');
});

function entryOf(account: string) {
  const known = account as keyof typeof DEFAULT_NAMES;
  return { account: known, name: DEFAULT_NAMES[known] };
}
