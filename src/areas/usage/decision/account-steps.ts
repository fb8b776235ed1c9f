import type { AccountMatch } from '#areas/accounts/index.ts';
import type { SchemaEvent } from '#areas/event-schemas/index.ts';
import type { EventFacts } from './event-facts.ts';
import type { EventShape, FixedStep, NeverStep, Stop } from './step.ts';

/** Step 4 of `metering-pricing.md` 5. */
export const ACCOUNT: FixedStep = {
  caching: 'FIXED',
  decide: (shape, { match }, outcome) => {
    outcome.match = match;
    if (!match) return accountNotFound(shape);
    return match.status === 'DRAFT' ? draftAccount(match) : null;
  },
};

/** An archived account accepts events only while their cycle is open (section 6). */
export const ARCHIVED_ACCOUNT: NeverStep = {
  caching: 'NEVER',
  applies: ({ match }) => match?.status === 'ARCHIVED',
  decide: (event: SchemaEvent, { period, receivedAt }: EventFacts) => {
    const isOpen = period !== null && Temporal.Instant.compare(receivedAt, period.cycle.dueAt) < 0;
    return isOpen ? null : accountNotFound(event, 'account is archived');
  },
};

function accountNotFound({ accountId }: Pick<EventShape, 'accountId'>, reason?: string): Stop {
  return {
    status: 'INGESTION_FAILED_ACCOUNT_NOT_FOUND',
    description:
      reason ??
      `no account has the id or alias ${clip(accountId)} at the time of the event; it waits for one`,
    isOnHold: true,
  };
}

function draftAccount({ accountId }: AccountMatch): Stop {
  return {
    status: 'INGESTION_FAILED',
    description: `account ${accountId} is a draft; the event is processed when it is activated`,
    isOnHold: true,
  };
}

function clip(text: string): string {
  return text.length > 100 ? `${text.slice(0, 99)}…` : text;
}
