import type { Recipients } from '#areas/invoice-printing/index.ts';
import { MAX_RECIPIENTS, recipientInvalid } from '#areas/mails/index.ts';
import { isErasedAddress, readMailAddress } from '#platform/mail/mail-address.ts';
import { statementRecipientErased, statementRecipientsMany } from '../problems.ts';
import type { SendStatementRequest } from '../schema-statement.ts';

/**
 * The recipients that a request names, or else those of the debtor. Raises `recipientInvalid`,
 * `statementRecipientErased` or `statementRecipientsMany`.
 */
export function chooseRecipients(
  { mailTo, mailCc }: Pick<SendStatementRequest, 'mailTo' | 'mailCc'>,
  usual: Recipients,
): Recipients {
  checkAddresses('mailTo', mailTo ?? []);
  checkAddresses('mailCc', mailCc ?? []);
  const to = mailTo ?? usual.to;
  const cc = mailCc ?? (mailTo ? [] : usual.cc);
  const count = to.length + cc.length;
  if (count > MAX_RECIPIENTS) throw statementRecipientsMany({ count, max: MAX_RECIPIENTS });
  return { to, cc };
}

function checkAddresses(name: string, addresses: readonly string[]): void {
  for (const [index, address] of addresses.entries()) {
    const at = `${name}[${index}]`;
    if (readMailAddress(address) === null) throw recipientInvalid({ at });
    if (isErasedAddress(address)) throw statementRecipientErased({ at });
  }
}
