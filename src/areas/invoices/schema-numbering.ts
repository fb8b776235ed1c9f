import { Type } from 'typebox';
import { Closed, Text } from '#platform/http/schemas.ts';

export const PreviewNumberRequest = Closed(
  {
    numbering: Text(1, 1000, { description: 'A value of the setting INVOICE_SEQUENCE, as JSON' }),
  },
  { component: 'PreviewNumberRequest' },
);

export const NumberPreview = Closed(
  { next: Type.String(), second: Type.String({ description: 'The number after it' }) },
  { component: 'NumberPreview' },
);
