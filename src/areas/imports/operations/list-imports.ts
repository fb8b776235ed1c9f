import { operation } from '#platform/http/operation.ts';
import { describeImport } from '../describe-import.ts';
import { ImportPage } from '../schema.ts';
import { importList, listImportRows } from '../store/imports.ts';

export const listImports = operation({
  id: 'listImports',
  method: 'GET',
  route: '/ext/v1/imports',
  scope: 'jobs:read',
  summary: 'List imports',
  response: { status: 200, body: ImportPage },
  list: importList,
  async handle(context, { page }) {
    const { rows, nextToken } = await listImportRows(context.tx, context.org, page);
    return { data: rows.map((row) => describeImport(context, row)), nextToken };
  },
});
