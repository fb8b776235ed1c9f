import { keepFile } from '#areas/files/index.ts';
import { operation } from '#platform/http/operation.ts';
import { readLogo } from '../logo/read-logo.ts';
import { logoInvalid } from '../problems.ts';
import { Logo, UploadLogoRequest } from '../schema.ts';

export const uploadInvoiceLogo = operation({
  id: 'uploadInvoiceLogo',
  method: 'POST',
  route: '/ext/v1/invoice_templates/logos',
  scope: 'settings:write',
  summary: 'Upload a logo for invoice templates',
  description: 'What is stored is drawn anew from the image: on white, without anything beside the picture.',
  request: { body: UploadLogoRequest },
  response: { status: 201, body: Logo },
  problems: [logoInvalid],
  bodyLimit: 2_097_152,
  async handle({ tx, org, deployment, now }, { body }) {
    const logo = readLogo(body.content);
    if ('rule' in logo) throw logoInvalid(logo);
    const { bytes, contentType, width, height } = logo;
    const name = contentType === 'image/png' ? 'logo.png' : 'logo.jpg';
    const file = { kind: 'LOGO', ownerId: org.id, name, contentType, bytes, now } as const;
    const fileId = await keepFile({ tx, org, deployment }, file);
    return { fileId, contentType, width, height };
  },
});
