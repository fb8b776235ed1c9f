import type { Journal, Setting } from '../../../api/generated/types.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type texts from '../../../messages/en/journal.json';
import type { Form, FormErrors } from '../../../ui/use-form.ts';

export type LedgerEntry = Journal['accounts'][number];
type Account = LedgerEntry['account'];
export type LedgerField = `number.${Account}` | `name.${Account}`;
export type LedgerFields = Record<LedgerField, string>;

type Say = Translate<keyof typeof texts>;

const MAX = { number: 30, name: 100 } as const;

/** The chart of an organization. What is empty is not stored, so that the default counts. */
export function ledgerForm(
  accounts: readonly LedgerEntry[],
  { say, organization }: { say: Say; organization: string },
): Form<LedgerFields, Setting[]> {
  const initial = Object.fromEntries(
    accounts.flatMap(({ account, number, name }) => [
      [`number.${account}`, number],
      [`name.${account}`, name],
    ]),
  ) as LedgerFields;
  return {
    initial,
    check: (fields) => ({ ...clashesIn(accounts, { fields, say }), ...tooLong(fields, say) }),
    read: (fields) => [settingOf(accounts, { fields, organization })],
  };
}

function tooLong(fields: LedgerFields, say: Say): FormErrors<LedgerFields> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) => {
      const max = MAX[field.startsWith('number.') ? 'number' : 'name'];
      return [...value.trim()].length > max ? [[field, say('tooLong', { max })]] : [];
    }),
  );
}

/** Accounts may share a number, because a ledger can be coarser than the journal, but then also its name. */
function clashesIn(
  accounts: readonly LedgerEntry[],
  { fields, say }: { fields: LedgerFields; say: Say },
): FormErrors<LedgerFields> {
  const rows = accounts.map(({ account }) => ({
    account,
    number: fields[`number.${account}`].trim(),
    name: fields[`name.${account}`].trim(),
  }));
  return Object.fromEntries(
    rows.flatMap(({ account, number, name }, index) => {
      const other = rows
        .slice(0, index)
        .find((row) => number !== '' && row.number === number && row.name !== name);
      const text = other && say('numberTwice', { account: say(`account.${other.account}`) });
      return text ? [[`number.${account}`, text]] : [];
    }),
  );
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
