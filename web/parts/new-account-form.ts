import type { CreateAccountRequest } from '../api/generated/types.ts';
import { splitLines } from '../format/lines.ts';
import type { Translate } from '../messages/catalogs.ts';
import type texts from '../messages/en/accounts.json';
import type { Form } from '../ui/use-form.ts';

export type NewAccountFields = {
  customerId: string;
  name: string;
  id: string;
  currency: string;
  status: string;
  aliases: string;
};

const CLIENT_ID = /^[A-Za-z0-9][A-Za-z0-9._@+:-]*$/;
const MAX_ALIASES = 10;

export function newAccountForm(
  t: Translate<keyof typeof texts>,
  customerId = '',
): Form<NewAccountFields, CreateAccountRequest> {
  return {
    initial: { customerId, name: '', id: '', currency: '', status: 'ACTIVE', aliases: '' },
    check: (fields) => ({
      ...(fields.customerId === '' && { customerId: t('customerNeeded') }),
      ...([...fields.name.trim()].length < 3 && { name: t('nameShort') }),
      ...(!CLIENT_ID.test(fields.id.trim()) && { id: t('idWrong') }),
      ...(!/^(?:[a-z]{3})?$/i.test(fields.currency.trim()) && { currency: t('currencyWrong') }),
      ...(splitLines(fields.aliases).length > MAX_ALIASES && { aliases: t('aliasesTooMany') }),
    }),
    read: (fields) => {
      const aliases = splitLines(fields.aliases);
      const currency = fields.currency.trim().toUpperCase();
      return {
        ...{ id: fields.id.trim(), name: fields.name.trim(), customerId: fields.customerId },
        ...(currency !== '' && { invoiceCurrency: currency }),
        ...(aliases.length > 0 && { aliases }),
        status: fields.status === 'DRAFT' ? 'DRAFT' : 'ACTIVE',
      };
    },
  };
}
