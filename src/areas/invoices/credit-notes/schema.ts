import { type Static, Type } from 'typebox';
import { Closed, ExactNumber, List, Name, Text } from '#platform/http/schemas.ts';

const MAX_LINES = 200;

const CreditedLine = Closed(
  {
    lineId: Text(1, 255, {
      description: 'The id of a line below GROSS_AMOUNT, or of a miscellaneous charge',
    }),
    amount: Type.Optional(
      ExactNumber({ description: 'Before taxes, at most the rest of the line; default: the whole rest' }),
    ),
  },
  { component: 'CreditedLine' },
);

export const CreateCreditNoteRequest = Closed(
  {
    reason: Name(1, 255, { description: 'Printed on the document and shown in its explanation' }),
    lineItems: Type.Optional(
      List(CreditedLine, {
        minItems: 1,
        maxItems: MAX_LINES,
        description: 'The amounts to credit, line by line',
      }),
    ),
    amount: Type.Optional(
      ExactNumber({ description: 'Instead of lineItems: an amount of no particular line, before taxes' }),
    ),
    idempotencyKey: Type.Optional(
      Text(1, 255, {
        description:
          'Permanent, one invoice per account and key: a repeated request returns the first one ' +
          'in its current state',
      }),
    ),
  },
  { component: 'CreateCreditNoteRequest' },
);
export type CreateCreditNoteRequest = Static<typeof CreateCreditNoteRequest>;
