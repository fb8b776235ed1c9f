import type { FastifyInstance } from 'fastify';
import { notFoundKind, problemKind } from '../problem.ts';
import type { FileStorage } from './local-storage.ts';
import type { LinkTarget, SignedLinks } from './signed-links.ts';

/** What is served under a link: where the bytes lie, what they are and how they are called. */
export interface LinkedFile {
  storageKey: string;
  contentType: string;
  name: string;
}

export interface FileLinks {
  links: SignedLinks;
  files: FileStorage;
  /** Null when the organization has no such file. */
  find(target: LinkTarget): Promise<LinkedFile | null>;
}

const fileNotFound = notFoundKind('file');
const linkInvalid = problemKind(
  'LINK_INVALID',
  403,
  () => 'the link is not valid or has expired; get a new one from GET /files/{file_id}/download_url',
);

/** The address that signed links lead to: the signature is the permission, no credential is read. */
export function registerFileLinks(app: FastifyInstance, options: FileLinks): void {
  app.get<{ Params: { file_id: string }; Querystring: Record<string, unknown> }>(
    '/f/:file_id',
    async (request, reply) => {
      const { file_id: file } = request.params;
      const target = options.links.read({ file, query: request.query });
      if (!target) throw linkInvalid();
      const found = await options.find(target);
      const bytes = found && (await options.files.get(found.storageKey));
      if (!found || !bytes) throw fileNotFound({ id: file });
      return reply
        .type(found.contentType)
        .header('content-disposition', `attachment; filename="${plainName(found.name)}"`)
        .header('cache-control', 'private')
        .send(bytes);
    },
  );
}

/** Names reach a header: what is not plain is replaced. */
function plainName(name: string): string {
  return name.replace(/[^A-Za-z0-9._-]/g, '_');
}
