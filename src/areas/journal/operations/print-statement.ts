import { renderStatement, STATEMENT_PROBLEMS } from '#areas/invoice-printing/index.ts';
import { longOperation } from '#platform/http/operation.ts';
import { RENDERING_PROBLEMS } from '../problems.ts';
import { PrintedStatement, PrintStatementRequest } from '../schema-statement.ts';
import { readDrawing } from '../statements/read-drawing.ts';

export const printStatement = longOperation({
  id: 'printStatement',
  method: 'POST',
  route: '/ext/v1/statement/pdf',
  scope: 'invoices:read',
  summary: 'Render a statement of account as PDF',
  description:
    'In the layout of the last invoice of the debtor, in the name of its seller, and by default in its ' +
    'language. Nothing is stored.',
  isRead: true,
  request: { body: PrintStatementRequest },
  response: { status: 200, body: PrintedStatement },
  problems: [...RENDERING_PROBLEMS, ...STATEMENT_PROBLEMS],
  // A worker thread renders it, outside any transaction.
  async handleLong(context, { body }) {
    const { input } = await readDrawing(context, body);
    const bytes = await renderStatement(context, input);
    return { contentType: 'application/pdf', content: Buffer.from(bytes).toString('base64') };
  },
});
