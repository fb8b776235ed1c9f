import { CreateCreditRequest } from '#areas/credits/index.ts';
import { operation } from '#platform/http/operation.ts';
import { concurrentChange } from '#platform/problem.ts';
import { previewGrants } from '../preview-grants.ts';
import { CreditsPreview } from '../schema.ts';

export const previewCredits = operation({
  id: 'previewCredits',
  method: 'POST',
  route: '/ext/v1/credits/preview',
  scope: 'credits:write',
  summary: 'Preview grants of credits',
  description:
    'Changes nothing: grants the credits, computes the drafts of their accounts, and rolls all of it back. ' +
    'Each grant has the reason for which it would be rejected, if any; those without are granted together ' +
    'by POST /credits. Drafts are computed for accounts with 100 drafts together.',
  request: { body: CreateCreditRequest },
  response: { status: 200, body: CreditsPreview },
  problems: [concurrentChange],
  handle: (context, { body }) => previewGrants(context, body.creditRequests),
});
