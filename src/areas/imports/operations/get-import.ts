import { operation } from '#platform/http/operation.ts';
import { describeImport } from '../describe-import.ts';
import { importNotFound } from '../problems.ts';
import { Import, ImportParams } from '../schema.ts';
import { findImport } from '../store/imports.ts';

export const getImport = operation({
  id: 'getImport',
  method: 'GET',
  route: '/ext/v1/imports/{import_id}',
  scope: 'jobs:read',
  summary: 'Get an import',
  description: 'Contains its progress, and a link to the results once it has ended. Kept for 180 days.',
  request: { params: ImportParams },
  response: { status: 200, body: Import },
  problems: [importNotFound],
  async handle(context, { params }) {
    const row = await findImport(context.tx, context.org, params.import_id);
    if (!row) throw importNotFound({ id: params.import_id });
    return describeImport(context, row);
  },
});
