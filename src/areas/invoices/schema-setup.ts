import { Type } from 'typebox';
import { Closed, Enum, List } from '#platform/http/schemas.ts';
import { SETUP_ITEMS } from './lifecycle/seller-setup.ts';

export const SetupChecklist = Closed(
  {
    canIssue: Type.Boolean({ description: 'Nothing required is missing; always true in the sandbox' }),
    isComplete: Type.Boolean({ description: 'Everything is done' }),
    items: List(
      Closed({
        item: Enum(SETUP_ITEMS),
        isDone: Type.Boolean(),
        isRequired: Type.Boolean({ description: 'Production issues no invoice without it' }),
      }),
      { maxItems: 20 },
    ),
  },
  { component: 'SetupChecklist' },
);
