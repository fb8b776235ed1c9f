import type { Journal, Setting } from '../../../api/generated/types.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type texts from '../../../messages/en/journal.json';
import type { Form, FormErrors } from '../../../ui/use-form.ts';
import { ledgerName } from './ledger-names.ts';

export type LedgerEntry = Journal['accounts'][number];
type Account = LedgerEntry['account'];
export type LedgerField = `number.${Account}` | `name.${Account}`;
export type LedgerFields = Record<LedgerField, string>;

type Say = Translate<keyof typeof texts>;

const MAX = { number: 30, name: 100 } as const;

/**
 * The chart of an organization. A name that is empty or the default is not stored: each reader sees the
 * default in their own language.
 */
export function ledgerForm(
  accounts: readonly LedgerEntry[],
  { say, organization }: { say: Say; organization: string },
): Form<LedgerFields, Setting[]> {
  const initial = Object.fromEntries(
    accounts.flatMap((entry) => [
      [`number.${entry.account}`, entry.number],
      [`name.${entry.account}`, ledgerName(entry, say)],
    ]),
  ) as LedgerFields;
  return {
    initial,
    check: (fields) => ({ ...clashesIn(accounts, { fields, say }), ...tooLong(fields, say) }),
    read: (fields) => [settingOf(accounts, { fields, say, organization })],
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
  { fields, say, organization }: { fields: LedgerFields; say: Say; organization: string },
): Setting {
  const numbers = accounts.map(({ account }) => fields[`number.${account}`].trim());
  const chart = accounts.flatMap(({ account }, index) => {
    const number = numbers[index] ?? '';
    const name = fields[`name.${account}`].trim();
    // Accounts that share a number also share the name, in one language.
    const isShared = numbers.indexOf(number) !== numbers.lastIndexOf(number);
    const isOwn = name !== '' && (isShared || name !== say(`default.${account}`));
    const entry = { ...(number && { number }), ...(isOwn && { name }) };
    return number || isOwn ? [[account, entry] as const] : [];
  });
  return {
    ...{ entityType: 'ORGANIZATION', entityId: organization, namespace: 'PLATFORM' },
    ...{ id: 'LEDGER_ACCOUNTS', name: 'Ledger accounts', dataType: 'JSON' },
    value: JSON.stringify(Object.fromEntries(chart)),
  };
}
