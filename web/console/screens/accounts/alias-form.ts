import type { addAccountAliases } from '../../../api/generated/accounts-and-aliases.ts';
import type { InputOf } from '../../../api/operation.ts';
import { startOfDayMs } from '../../../format/time.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type texts from '../../../messages/en/accounts.json';
import type { Form } from '../../../ui/use-form.ts';

export type AliasFields = { alias: string; from: string; until: string };

/** Days begin at midnight of the organization's time zone. */
export function aliasForm(
  t: Translate<keyof typeof texts>,
  zone: string,
): Form<AliasFields, InputOf<typeof addAccountAliases>['body']> {
  const instant = (day: string) => new Date(startOfDayMs(day, zone)).toISOString();
  return {
    initial: { alias: '', from: '', until: '' },
    check: ({ alias, from, until }) => ({
      ...([...alias.trim()].length < 3 && { alias: t('nameShort') }),
      ...(from !== '' && until !== '' && until <= from && { until: t('untilBeforeFrom') }),
    }),
    read: ({ alias, from, until }) => {
      const value = alias.trim();
      if (from === '' && until === '') return { aliases: [value] };
      const range = {
        ...(from !== '' && { effectiveFrom: instant(from) }),
        ...(until !== '' && { effectiveUntil: instant(until) }),
      };
      return { accountAliases: [{ value, ...range }] };
    },
  };
}
