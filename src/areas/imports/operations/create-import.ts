import { findKeptFile } from '#areas/files/index.ts';
import { nameActor } from '#platform/db/tx-actor.ts';
import { operation } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { forbidden, lacksScopes } from '#platform/problem.ts';
import { findMember } from '../columns.ts';
import { describeImport } from '../describe-import.ts';
import { KINDS } from '../kinds.ts';
import { columnsInvalid, MAX_CONCURRENT, tooManyImports, uploadNotFound } from '../problems.ts';
import { CreateImportRequest, Import } from '../schema.ts';
import { countRunning, insertImport } from '../store/imports.ts';

export const createImport = operation({
  id: 'createImport',
  method: 'POST',
  route: '/ext/v1/imports',
  scope: null,
  summary: 'Import the rows of a CSV file',
  description:
    'Each row is validated by the rules of its operation, and a rejected row does not affect others. A ' +
    'row equal to an existing resource is UNCHANGED; if the resource differs, it stays and the row ' +
    'fails. Customers, accounts and events are matched by id, license updates by idempotencyKey. Needs ' +
    'the scope of the imported type: customers:write, accounts:write, events:write or ' +
    'entitlements:write.',
  request: { body: CreateImportRequest },
  response: { status: 201, body: Import },
  problems: [forbidden, uploadNotFound, columnsInvalid, tooManyImports],
  async handle(context, { body }) {
    const { tx, org, now, actor, requestId } = context;
    const { type, fileId, columns = null, defaults = {}, delimiter = ',', dryRun = false } = body;
    const kind = KINDS[type];
    if (!actor.scopes.has(kind.scope)) throw lacksScopes([kind.scope]);
    const paths = [...Object.values(columns ?? {}), ...Object.keys(defaults)];
    const problems = paths
      .map((path) => findMember(kind.body, path))
      .filter((member) => typeof member === 'string');
    if (problems.length > 0) throw columnsInvalid({ problems });
    const file = await findKeptFile(tx, org, fileId);
    if (file?.kind !== 'IMPORT') throw uploadNotFound({ id: fileId });
    if ((await countRunning(tx, org)) >= MAX_CONCURRENT) throw tooManyImports();
    const row = await insertImport(tx, org, {
      ...{ id: newId('import', now), type, fileId, delimiter, columns, defaults, isDryRun: dryRun },
      requestedBy: { ...nameActor(actor), requestId, operationId: 'createImport' },
      ...{ createdAt: now, updatedAt: now },
    });
    return describeImport(context, row);
  },
});
