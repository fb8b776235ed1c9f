import type { sendStatement } from '../../../api/generated/journal.ts';
import type { PrintStatementRequest, StatementMailPreview } from '../../../api/generated/types.ts';
import type { InputOf } from '../../../api/operation.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type { Form } from '../../../ui/use-form.ts';

export interface MailFields extends Record<string, string> {
  /** Addresses, one on each line or with commas. */
  to: string;
  cc: string;
  message: string;
}

/** What the service takes, both lists together. */
const MAX_RECIPIENTS = 20;

export function mailForm(
  usual: Pick<StatementMailPreview, 'to' | 'cc'>,
  t: Translate<'mail.toMissing' | 'mail.addressWrong' | 'mail.tooMany'>,
): Form<MailFields, MailFields> {
  return {
    initial: { to: usual.to.join('\n'), cc: usual.cc.join('\n'), message: '' },
    check: ({ to, cc }) => {
      const [first, copies] = [addressesOf(to), addressesOf(cc)];
      const toError = errorOf(first) ?? (first.length === 0 ? t('mail.toMissing') : undefined);
      const isFull = first.length + copies.length > MAX_RECIPIENTS;
      const ccError = errorOf(copies) ?? (isFull ? t('mail.tooMany', { max: MAX_RECIPIENTS }) : undefined);
      return { ...(toError && { to: toError }), ...(ccError && { cc: ccError }) };
    },
    read: (fields) => fields,
  };
  function errorOf(addresses: readonly string[]): string | undefined {
    const wrong = addresses.find((address) => !ADDRESS.test(address));
    return wrong === undefined ? undefined : t('mail.addressWrong', { address: wrong });
  }
}

/** Only what is obvious while somebody types; the service decides. */
const ADDRESS = /^[^\s@<>]+@[^\s@<>]+$/;

export function addressesOf(text: string): string[] {
  return [...new Set(text.split(/[\n,;]/).flatMap((part) => part.trim() || []))];
}

/** Adds an address on a line of its own, unless it is there. */
export function withAddress(text: string, address: string): string {
  const addresses = addressesOf(text);
  return addresses.includes(address) ? text : [...addresses, address].join('\n');
}

export function mailOf(
  { body }: { body: PrintStatementRequest },
  { to, cc, message }: MailFields,
): InputOf<typeof sendStatement> {
  const text = message.trim();
  return {
    body: { ...body, mailTo: addressesOf(to), mailCc: addressesOf(cc), ...(text && { message: text }) },
  };
}
