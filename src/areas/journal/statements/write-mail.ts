import { writeStatementMail } from '#areas/invoice-printing/index.ts';
import type { Org } from '#platform/http/operation.ts';
import type { SendStatementRequest } from '../schema-statement.ts';
import type { DrawnStatement } from './read-drawing.ts';

/** The mail with a statement, as a preview shows it and as it is sent. */
export function writeMailOf(
  org: Org,
  { input, statement }: DrawnStatement,
  { message = '' }: Pick<SendStatementRequest, 'message'>,
) {
  const isSandbox = org.environment === 'sandbox';
  return writeStatementMail(input, { debtorName: statement.debtorName, message, isSandbox });
}
