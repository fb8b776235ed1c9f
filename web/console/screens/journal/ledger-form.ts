import type { Journal, Setting } from '../../../api/generated/types.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type texts from '../../../messages/en/journal.json';
import type { Form } from '../../../ui/use-form.ts';

export type LedgerEntry = Journal['accounts'][number];
type Account = LedgerEntry['account'];
export type LedgerField = `number.${Account}` | `name.${Account}`;
export type LedgerFields = Record<LedgerField, string>;

const MAX = { number: 30, name: 100 } as const;

/** The chart of an organization. What is empty is not stored, so that the default counts. */
export function ledgerForm(
  accounts: readonly LedgerEntry[],
  { say, organization }: { say: Translate<keyof typeof texts>; organization: string },
): Form<LedgerFields, Setting[]> {
  const initial = Object.fromEntries(
    accounts.flatMap(({ account, number, name }) => [
      [`number.${account}`, number],
      [`name.${account}`, name],
    ]),
  ) as LedgerFields;
  return {
    initial,
    check: (fields) =>
      Object.fromEntries(
        Object.entries(fields).flatMap(([field, value]) => {
          const max = MAX[field.startsWith('number.') ? 'number' : 'name'];
          return [...value.trim()].length > max ? [[field, say('tooLong', { max })]] : [];
        }),
      ),
    read: (fields) => [settingOf(accounts, { fields, organization })],
  };
}

function settingOf(
  accounts: readonly LedgerEntry[],
  { fields, organization }: { fields: LedgerFields; organization: string },
): Setting {
  const chart = accounts.flatMap(({ account }) => {
    const number = fields[`number.${account}`].trim();
    const name = fields[`name.${account}`].trim();
    const entry = { ...(number && { number }), ...(name && { name }) };
    return number || name ? [[account, entry] as const] : [];
  });
  return {
    ...{ entityType: 'ORGANIZATION', entityId: organization, namespace: 'PLATFORM' },
    ...{ id: 'LEDGER_ACCOUNTS', name: 'Ledger accounts', dataType: 'JSON' },
    value: JSON.stringify(Object.fromEntries(chart)),
  };
}
