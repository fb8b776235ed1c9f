import { layoutOf } from '#areas/invoice-templates/index.ts';
import { type MailWords, oneLine, writeMail } from '#platform/mail/write-mail.ts';
import { amountText, periodText } from '../pdf/formats.ts';
import { STATEMENT_WORDS } from '../pdf/statement-words.ts';
import type { StatementDrawing } from '../tasks.ts';
import { STATEMENT_MAIL_WORDS } from './statement-mail-words.ts';

/**
 * Writes the mail with the attached statement: its period and both balances, in the language and the formats
 * of the document, and what the sender adds. All names and the message are untrusted data.
 */
export function writeStatementMail(
  { row, pdf, statement }: StatementDrawing,
  { debtorName, message, isSandbox }: { debtorName: string; message: string; isSandbox: boolean },
): MailWords {
  const style = layoutOf(pdf.content ?? {});
  const words = STATEMENT_MAIL_WORDS[style.language];
  const printed = STATEMENT_WORDS[style.language];
  const { currency, from, to, opening, closing } = statement;
  const last = Temporal.PlainDate.from(to).subtract({ days: 1 });
  const period = periodText(Temporal.PlainDate.from(from), last, style);
  const seller = oneLine(row.details.organization?.businessName ?? '');
  const money = (amount: string) => `${amountText(amount, currency, style)} ${currency}`;
  return writeMail({
    subject: `${isSandbox ? '[Sandbox] ' : ''}${seller && `${seller}: `}${printed.title}, ${period}`,
    greeting: words.greeting.replace('{name}', () => oneLine(debtorName)),
    sentences: [
      words.opening.replace('{period}', () => period),
      ...message.split('\n').map(oneLine).filter(Boolean),
      ...(isSandbox ? [words.sandbox] : []),
    ],
    facts: [
      [printed.opening, money(opening)],
      [printed.closing, money(closing)],
    ],
    link: null,
    signature: seller,
  });
}
