import type { FastifyInstance } from 'fastify';
import type { Database } from '#platform/db/database.ts';
import type { Deployment } from '#platform/deployment.ts';
import { fileNotFound, linkInvalid } from './problems.ts';
import { findFile } from './store.ts';

/** The address that signed links lead to: the signature is the permission, no credential is read. */
export function registerFileLinks(
  app: FastifyInstance,
  options: { database: Database; deployment: Deployment },
): void {
  app.get<{ Params: { file_id: string }; Querystring: Record<string, unknown> }>(
    '/f/:file_id',
    async (request, reply) => {
      const { file_id: file } = request.params;
      const target = options.deployment.links.read({ file, query: request.query });
      if (!target) throw linkInvalid();
      const row = await options.database.transaction({ orgId: target.orgId, access: 'read' }, (tx) =>
        findFile(tx, target, target.fileId),
      );
      const bytes = row && (await options.deployment.files.get(row.storageKey));
      if (!row || !bytes) throw fileNotFound({ id: file });
      return reply
        .type(row.contentType)
        .header('content-disposition', `attachment; filename="${row.name.replace(/[^A-Za-z0-9._-]/g, '_')}"`)
        .header('cache-control', 'private')
        .send(bytes);
    },
  );
}
