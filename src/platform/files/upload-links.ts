import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type GrowingFile, type GrownFile, openGrowingFile } from '../growing-file.ts';
import { problemKind } from '../problem.ts';
import type { LinkTarget, SignedLinks } from './signed-links.ts';
import { StorageFault } from './storage.ts';

export interface UploadLinks {
  links: SignedLinks;
  /** Stores the file permanently; the local copy is removed when this has finished. */
  keep(target: LinkTarget, file: GrownFile): Promise<void>;
}

const MAX_UPLOADED_BYTES = 50 * 1024 * 1024;

const linkInvalid = problemKind(
  'LINK_INVALID',
  403,
  () => 'the link is not valid or has expired; get a new one from POST /ext/v1/uploads',
);
const uploadTooLarge = problemKind(
  'UPLOAD_TOO_LARGE',
  413,
  () => `body: must be at most ${MAX_UPLOADED_BYTES / 1024 / 1024} MiB; split it into several files`,
);
const uploadEmpty = problemKind('UPLOAD_EMPTY', 400, () => 'body: must not be empty; send the file');
const storageAway = problemKind(
  'STORAGE_UNAVAILABLE',
  503,
  () => 'the file cannot be stored at the moment; send it again in a few minutes',
);

/**
 * The endpoint of upload links: the signature is the permission, no credential is read. The body is the file
 * itself, of any content type; it is streamed to disk.
 */
export function registerUploadLinks(app: FastifyInstance, options: UploadLinks): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
    scope.put<{ Body: Readable | null }>('/f/:file_id', async (request, reply) => {
      const target = options.links.read(request.raw.url ?? '', 'PUT');
      if (!target) throw linkInvalid();
      if (Number(request.headers['content-length'] ?? 0) > MAX_UPLOADED_BYTES) throw uploadTooLarge();
      const file = await openGrowingFile();
      try {
        await options.keep(target, await receive(request.body, file)).catch((error) => {
          if (!(error instanceof StorageFault)) throw error;
          request.log.error({ err: error }, 'an upload could not be stored');
          throw storageAway();
        });
      } finally {
        await file.dispose();
      }
      return reply.type('application/json; charset=utf-8').send(JSON.stringify({ fileId: target.fileId }));
    });
  });
}

async function receive(body: Readable | null, file: GrowingFile): Promise<GrownFile> {
  let size = 0;
  for await (const chunk of body ?? []) {
    size += (chunk as Buffer).length;
    if (size > MAX_UPLOADED_BYTES) throw uploadTooLarge();
    await file.append(chunk as Buffer);
  }
  if (size === 0) throw uploadEmpty();
  return file.end();
}
