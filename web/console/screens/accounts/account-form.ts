import type { updateAccount } from '../../../api/generated/accounts-and-aliases.ts';
import type { Account } from '../../../api/generated/types.ts';
import type { InputOf } from '../../../api/operation.ts';
import { wholeOf } from '../../../format/decimals.ts';
import { splitLines } from '../../../format/lines.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type texts from '../../../messages/en/accounts.json';
import type organization from '../../../messages/en/organization.json';
import {
  type AddressFields,
  addressErrors,
  addressFieldsOf,
  readAddress,
} from '../../../parts/address-form.ts';
import { readTaxIds, type TaxIdRow, taxIdErrors, taxIdRows } from '../../../parts/tax-id-form.ts';
import { isEmail } from '../../../session/credentials.ts';
import type { Form } from '../../../ui/use-form.ts';

export type AccountChange = Omit<InputOf<typeof updateAccount>['body'], 'expectedVersion'>;
export type PairRow = Readonly<{ name: string; value: string }>;

export type AccountFields = AddressFields & {
  name: string;
  email: string;
  currency: string;
  /** Empty: those of the organization. */
  netTermDays: string;
  /** Addresses in lines. */
  recipients: string;
  copies: string;
  taxIds: readonly TaxIdRow[];
  tags: string;
  metadata: readonly PairRow[];
};

interface Words {
  t: Translate<keyof typeof texts>;
  ofAddress: Translate<keyof typeof organization>;
}

const MAX_NET_TERM_DAYS = 365;

/** The whole account; only what was changed is sent, so that changes of others beside it stay. */
export function accountForm(account: Account, words: Words): Form<AccountFields, AccountChange> {
  const initial = fieldsOf(account);
  return {
    initial,
    check: (fields) => checkAccount(fields, words),
    read: (fields) => changeOf(initial, fields),
  };
}

function fieldsOf(account: Account): AccountFields {
  const { billingInformation, netTermDays, metadata = {}, tags = [], taxIds } = account;
  return {
    ...{ name: account.name, email: account.primaryEmail ?? '', currency: account.invoiceCurrency },
    ...addressFieldsOf(account.address),
    netTermDays: netTermDays === undefined ? '' : String(netTermDays),
    recipients: (billingInformation?.emailRecipients ?? []).join('\n'),
    copies: (billingInformation?.additionalEmailRecipients ?? []).join('\n'),
    ...{ taxIds: taxIdRows(taxIds), tags: tags.join(', ') },
    metadata: Object.entries(metadata).map(([name, value]) => ({ name, value })),
  };
}

function checkAccount(fields: AccountFields, { t, ofAddress }: Words) {
  const { name, email, currency, netTermDays, recipients, copies, taxIds, metadata } = fields;
  const isBadDays = netTermDays.trim() !== '' && (wholeOf(netTermDays) ?? Infinity) > MAX_NET_TERM_DAYS;
  const repeated = metadata.map((row) => row.name.trim());
  return {
    ...([...name.trim()].length < 3 && { name: t('nameShort') }),
    ...(email.trim() !== '' && !isEmail(email) && { email: t('emailWrong') }),
    ...(!/^[a-z]{3}$/i.test(currency.trim()) && { currency: t('currencyWrong') }),
    ...(isBadDays && { netTermDays: t('netTermsWrong') }),
    ...(!splitLines(recipients).every(isEmail) && { recipients: t('recipientsWrong') }),
    ...(!splitLines(copies).every(isEmail) && { copies: t('recipientsWrong') }),
    ...addressErrors(fields, ofAddress),
    ...taxIdErrors(taxIds, { missing: t('valueMissing'), country: ofAddress('countryWrong') }),
    ...Object.fromEntries(
      metadata.flatMap((row, index) => {
        const isRepeated = repeated.indexOf(row.name.trim()) < index;
        if (row.name.trim() !== '' && !isRepeated) return [];
        return [[`metadata.${index}.name`, isRepeated ? t('nameTaken') : t('valueMissing')]];
      }),
    ),
  };
}

function changeOf(initial: AccountFields, fields: AccountFields): AccountChange {
  const before = bodyOf(initial);
  const after = bodyOf(fields);
  const isChanged = (name: keyof AccountChange) =>
    JSON.stringify(before[name]) !== JSON.stringify(after[name]);
  return Object.fromEntries(Object.entries(after).filter(([name]) => isChanged(name as keyof AccountChange)));
}

/** What is empty is null: then the account has what its customer or its organization has. */
function bodyOf(fields: AccountFields): AccountChange {
  const address = readAddress(fields);
  const taxIds = readTaxIds(fields.taxIds);
  const recipients = splitLines(fields.recipients);
  const copies = splitLines(fields.copies);
  const tags = splitLines(fields.tags);
  return {
    ...{ name: fields.name.trim(), primaryEmail: fields.email.trim() || null },
    invoiceCurrency: fields.currency.trim().toUpperCase(),
    netTermDays: wholeOf(fields.netTermDays),
    address: Object.keys(address).length > 0 ? address : null,
    taxIds: taxIds.length > 0 ? taxIds : null,
    billingInformation:
      recipients.length + copies.length > 0
        ? { emailRecipients: recipients, additionalEmailRecipients: copies }
        : null,
    tags: tags.length > 0 ? tags : null,
    metadata: Object.fromEntries(fields.metadata.map(({ name, value }) => [name.trim(), value])),
  };
}
