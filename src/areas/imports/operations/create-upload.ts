import { realNow } from '#platform/db/clock.ts';
import { operation } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { Upload } from '../schema.ts';

const LIFE_MINUTES = 15;

export const createUpload = operation({
  id: 'createUpload',
  method: 'POST',
  route: '/ext/v1/uploads',
  scope: 'files:write',
  summary: 'Get an upload link',
  description:
    'Send the file as the body of a PUT to `uploadUrl`, without a credential: up to 50 MiB of CSV in ' +
    'UTF-8. The file is kept for 7 days, for imports that name its `fileId`.',
  response: { status: 201, body: Upload },
  async handle({ org, now, deployment, baseUrl }) {
    const fileId = newId('file', now);
    // Links expire in real time: the uploading client has no sandbox clock.
    const expiresAt = realNow().add({ minutes: LIFE_MINUTES });
    const link = deployment.links.sign({ orgId: org.orgId, fileId }, expiresAt, 'PUT');
    return { fileId, uploadUrl: baseUrl + link, expiresAt };
  },
});
