export { findAccountRecipients, isMailed, type Recipients } from './mail/mail-recipients.ts';
export { writeStatementMail } from './mail/statement-mail-text.ts';
export { dayText, priceText, quantityText } from './pdf/formats.ts';
export { readForStatement, renderStatement, STATEMENT_PROBLEMS } from './statement.ts';
export type { StatementDrawing } from './tasks.ts';
