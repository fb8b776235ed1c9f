import { accountArchived, accountInDraft, accountNotFound } from '#areas/accounts/index.ts';
import { ApiResponse, operation } from '#platform/http/operation.ts';
import { Closed, List } from '#platform/http/schemas.ts';
import { grantCredits } from '../grant-credits.ts';
import { amountTooFine, billableNotFound, creditKeyTaken, periodPast, periodReversed } from '../problems.ts';
import { describeCredit } from '../rules.ts';
import { CreateCreditRequest, Credit, MAX_GRANTS } from '../schema.ts';

const granted = List(Credit, { maxItems: MAX_GRANTS });

export const createCredits = operation({
  id: 'createCredits',
  method: 'POST',
  route: '/credits',
  scope: 'credits:write',
  summary: 'Grant credits',
  description:
    'To one or more accounts, all or none. The response has one credit for each request, in their order. ' +
    'Drafts of the accounts are recomputed at once.',
  request: { body: CreateCreditRequest },
  // The published schema wraps the array; the interface document does not, and takes precedence.
  response: { status: 200, body: granted, legacyBody: Closed({ credits: granted }) },
  problems: [
    accountNotFound,
    billableNotFound,
    accountArchived,
    accountInDraft,
    periodReversed,
    periodPast,
    amountTooFine,
    creditKeyTaken,
  ],
  async handle({ tx, org, now, deployment }, { body }) {
    const credits = (await grantCredits({ tx, org, now }, body.creditRequests)).map(describeCredit);
    return deployment.isWireLegacy ? new ApiResponse(200, { credits }) : credits;
  },
});
