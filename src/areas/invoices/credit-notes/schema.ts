import { type Static, Type } from 'typebox';
import { Closed, ExactNumber, List, Name, Text } from '#platform/http/schemas.ts';

const MAX_LINES = 200;

const CreditedLine = Closed(
  {
    lineId: Text(1, 255, {
      description: 'The id of a line below GROSS_AMOUNT, or of a miscellaneous charge',
    }),
    amount: Type.Optional(
      ExactNumber({ description: 'Before taxes, at most what is left of the line; absent: all of that' }),
    ),
  },
  { component: 'CreditedLine' },
);

export const CreateCreditNoteRequest = Closed(
  {
    reason: Name(1, 255, { description: 'Stands on the document and in its explanation' }),
    lineItems: Type.Optional(
      List(CreditedLine, {
        minItems: 1,
        maxItems: MAX_LINES,
        description: 'What is given back, line by line',
      }),
    ),
    amount: Type.Optional(
      ExactNumber({ description: 'Instead of lineItems: what is given back of no line, before taxes' }),
    ),
    idempotencyKey: Type.Optional(
      Text(1, 255, {
        description:
          'Permanent, one invoice per account and key: the same again returns the first as it is now',
      }),
    ),
  },
  { component: 'CreateCreditNoteRequest' },
);
export type CreateCreditNoteRequest = Static<typeof CreateCreditNoteRequest>;
