import { operation } from '#platform/http/operation.ts';
import { findReadableFile } from '../find-readable-file.ts';
import { linkToFile } from '../link-to-file.ts';
import { fileNotFound } from '../problems.ts';
import { DownloadQuery, DownloadUrl, FileParams } from '../schema.ts';

export const getFileDownloadUrl = operation({
  id: 'getFileDownloadUrl',
  method: 'GET',
  route: '/files/{file_id}/download_url',
  scope: 'files:read',
  portal: { mode: 'READ' },
  summary: 'Get a link to a file',
  request: { params: FileParams, query: DownloadQuery },
  response: { status: 200, body: DownloadUrl },
  problems: [fileNotFound],
  async handle(context, { params, query }) {
    const file = await findReadableFile(context, params.file_id);
    if (!file) throw fileNotFound({ id: params.file_id });
    const lifeSeconds = query.expiry ?? 900;
    return { downloadUrl: linkToFile(context, { id: file.id, lifeSeconds }) };
  },
});
