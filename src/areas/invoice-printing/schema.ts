import { type Static, Type } from 'typebox';
import { TemplateContent } from '#areas/invoice-templates/index.ts';
import { Closed, Enum, ExactNumber, Text } from '#platform/http/schemas.ts';
import { SAMPLES } from './samples/sample-inputs.ts';

export const PreviewRequest = Closed(
  {
    invoiceId: Type.Optional(Text(1, 50)),
    sample: Type.Optional(
      Enum(SAMPLES, {
        description:
          'In place of an invoice: a sample of the last month, issued by the organization to a buyer who ' +
          'does not exist',
      }),
    ),
    templateId: Type.Optional(Text(1, 50, { description: 'The id of a stored template' })),
    content: Type.Optional(TemplateContent),
  },
  { component: 'PreviewRequest' },
);
export type PreviewRequest = Static<typeof PreviewRequest>;
export const Preview = Closed(
  {
    invoiceId: Type.Optional(Type.String({ description: 'Absent for a sample' })),
    contentType: Type.String({ description: 'application/pdf' }),
    content: Type.String({ description: 'Base64' }),
  },
  { component: 'Preview' },
);

export const InvoiceParams = Type.Object({ invoice_id: Text(1, 100) });

export const CreditNotePreview = Closed(
  {
    currency: Type.String(),
    isRegisteredFirst: Type.Boolean({
      description: 'Whether it stays a draft until a finalization hook has accepted it',
    }),
    lines: Type.Array(
      Closed(
        {
          lineId: Type.String(),
          description: Type.String(),
          charged: ExactNumber({ description: 'Before taxes and credits' }),
          left: ExactNumber({ description: 'What can still be credited' }),
        },
        { component: 'CreditableLine' },
      ),
      { description: 'The lines of the invoice' },
    ),
    total: ExactNumber({ description: 'The amount of the credit note, taxes included; positive' }),
    taxes: ExactNumber({ description: 'The part of the total that is taxes' }),
    restoredCredits: ExactNumber({
      description: 'Credits that paid for the lines and become available again',
    }),
    paysInvoice: ExactNumber({ description: 'What it pays of the invoice' }),
    toWallet: ExactNumber({ description: 'What the wallet receives' }),
    toRefund: ExactNumber({ description: 'What the organization pays back itself' }),
    contentType: Type.String({ description: 'application/pdf' }),
    content: Type.String({ description: 'Base64' }),
  },
  { component: 'CreditNotePreview' },
);
