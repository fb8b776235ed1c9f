import { keepFile } from '#areas/files/index.ts';
import { operation } from '#platform/http/operation.ts';
import { WORKER_PROBLEMS } from '#platform/workers/pool.ts';
import { logoInvalid } from '../problems.ts';
import { readUpload } from '../read-upload.ts';
import { Logo, UploadLogoRequest } from '../schema.ts';

export const uploadInvoiceLogo = operation({
  id: 'uploadInvoiceLogo',
  method: 'POST',
  route: '/ext/v1/invoice_templates/logos',
  scope: 'settings:write',
  summary: 'Upload a logo for invoice templates',
  description: 'The image is re-encoded before it is stored: on white, without metadata.',
  request: { body: UploadLogoRequest },
  response: { status: 201, body: Logo },
  problems: [logoInvalid, ...WORKER_PROBLEMS],
  bodyLimit: 2_097_152,
  prepare: (context, { body }) => readUpload(context, body.content),
  async handle({ tx, org, deployment, now }, _, logo) {
    const { bytes, contentType, width, height } = logo;
    const name = contentType === 'image/png' ? 'logo.png' : 'logo.jpg';
    const file = { kind: 'LOGO', ownerId: org.id, name, contentType, bytes, now } as const;
    const fileId = await keepFile({ tx, org, deployment }, file);
    return { fileId, contentType, width, height };
  },
});
