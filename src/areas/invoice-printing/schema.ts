import { Type } from 'typebox';
import { TemplateContent } from '#areas/invoice-templates/index.ts';
import { Closed, Text } from '#platform/http/schemas.ts';

export const PreviewRequest = Closed(
  {
    invoiceId: Text(1, 50),
    templateId: Type.Optional(Text(1, 50, { description: 'The id of a stored template' })),
    content: Type.Optional(TemplateContent),
  },
  { component: 'PreviewRequest' },
);
export const Preview = Closed(
  {
    invoiceId: Type.String(),
    contentType: Type.String({ description: 'application/pdf' }),
    content: Type.String({ description: 'Base64' }),
  },
  { component: 'Preview' },
);

export const InvoiceParams = Type.Object({ invoice_id: Text(1, 100) });
