import { pipeline } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { notFoundKind, problemKind } from '../problem.ts';
import { attachment } from './attachment.ts';
import type { LinkTarget, SignedLinks } from './signed-links.ts';
import { type FileStorage, StorageFault } from './storage.ts';
import { verified } from './verified.ts';

/** The file behind a link: its storage key, content type and name. */
export interface LinkedFile {
  storageKey: string;
  contentType: string;
  name: string;
  sizeBytes: number;
  /** Hex. */
  sha256: string;
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

const storageAway = problemKind(
  'STORAGE_UNAVAILABLE',
  503,
  () => 'the file is temporarily unavailable; try again in a few minutes',
);

/** The endpoint of signed links: the signature is the permission, no credential is read. */
export function registerFileLinks(app: FastifyInstance, options: FileLinks): void {
  app.get('/f/:file_id', async (request, reply) => {
    // The path as sent: the router's version of it has other spellings.
    const target = options.links.read(request.raw.url ?? '');
    if (!target) throw linkInvalid();
    const found = await options.find(target);
    if (!found) throw fileNotFound({ id: target.fileId });
    const isSent = await send(reply, options.files, found).catch((error) => {
      if (!(error instanceof StorageFault)) throw error;
      request.log.error({ err: error }, 'a file could not be read');
      throw storageAway();
    });
    if (!isSent) throw fileNotFound({ id: target.fileId });
    return reply;
  });
}

/** False when the storage has no such file. */
async function send(reply: FastifyReply, files: FileStorage, file: LinkedFile): Promise<boolean> {
  reply.header('cache-control', 'private').header('x-content-type-options', 'nosniff');
  if (files.link) {
    reply.redirect(await files.link(file.storageKey, file), 302);
    return true;
  }
  const stored = await files.open(file.storageKey);
  if (!stored) return false;
  const checked = pipeline(stored.stream, verified(file.sha256), () => undefined);
  reply
    .type(file.contentType)
    .header('content-disposition', attachment(file.name))
    .header('content-length', file.sizeBytes)
    .send(checked);
  return true;
}
