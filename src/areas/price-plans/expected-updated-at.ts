import { Type } from 'typebox';
import { DateTime, Extension } from '#platform/http/schemas.ts';

/** Of every request that changes the draft of a plan. */
export const ExpectedUpdatedAt = Type.Optional(
  Extension(
    DateTime({
      description: 'The `updatedAt` that you read: 409 if another request changed the plan since then',
    }),
  ),
);
