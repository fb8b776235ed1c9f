import { operation } from '#platform/http/operation.ts';
import { findReadableFile } from '../find-readable-file.ts';
import { linkToFile } from '../link-to-file.ts';
import { fileNotFound } from '../problems.ts';
import { FileParams, Location } from '../schema.ts';

export const getFile = operation({
  id: 'getFile',
  method: 'GET',
  route: '/files/{file_id}',
  scope: 'files:read',
  portal: { mode: 'READ' },
  summary: 'Redirect to a file',
  description: 'The header Location contains a link that is valid for 15 minutes.',
  request: { params: FileParams },
  response: { status: 302, body: Location },
  problems: [fileNotFound],
  async handle(context, { params }) {
    const file = await findReadableFile(context, params.file_id);
    if (!file) throw fileNotFound({ id: params.file_id });
    return { location: linkToFile(context, { id: file.id }) };
  },
});
