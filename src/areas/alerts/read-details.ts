import { type Decimal, decimal } from '#core/decimal.ts';
import { type IntervalMinutes, readInterval } from './intervals.ts';
import { alertDetailsInvalid, intervalUnknown } from './problems.ts';
import type { AlertChange } from './rules.ts';
import type { EntityDetails, OwnerDetails, Parameters, UpdateAlertRequest } from './schema.ts';
import type { AlertTemplate } from './templates.ts';

/** The columns for the watched resource; ids are not looked up yet. */
export interface WatchedThing {
  entityId: string | null;
  /** Null: the whole organization. */
  accountRef: string | null;
}

/** Exactly one of the two is set. */
export interface Limit {
  threshold: Decimal | null;
  days: number | null;
}

type Sent = { entityDetails?: EntityDetails; ownerDetails?: OwnerDetails };

/** Checks the details against the template. Raises `alertDetailsInvalid`. */
export function readWatchedThing(template: AlertTemplate, sent: Sent): WatchedThing {
  const { entity, owner } = template;
  const { entityDetails = {}, ownerDetails = {} } = sent;
  const problems = [
    ...memberProblems(template, {
      name: 'entityDetails',
      sent: entityDetails,
      member: entity?.member ?? null,
      isRequired: entity?.isRequired ?? false,
    }),
    ...memberProblems(template, {
      name: 'ownerDetails',
      sent: ownerDetails,
      member: owner === 'ORGANIZATION' ? null : 'accountId',
      isRequired: owner === 'ACCOUNT',
    }),
  ];
  if (problems.length > 0) throw alertDetailsInvalid({ problems });
  return {
    entityId: (entity && entityDetails[entity.member]) ?? null,
    accountRef: ownerDetails.accountId ?? null,
  };
}

/** The same for the parameters; each template has one. */
export function readLimit(template: AlertTemplate, sent: Parameters): Limit {
  const { parameter, fallback } = template;
  const isRequired = fallback === null;
  const problems = memberProblems(template, { name: 'parameters', sent, member: parameter, isRequired });
  if (problems.length > 0) throw alertDetailsInvalid({ problems });
  const { threshold, daysBefore, daysAfter } = sent;
  const days = daysBefore ?? daysAfter ?? null;
  if (days !== null) return { threshold: null, days };
  return { threshold: threshold ?? decimal(fallback ?? '0'), days: null };
}

interface Details {
  name: 'entityDetails' | 'ownerDetails' | 'parameters';
  sent: object;
  /** The member that the template has; null if none. */
  member: string | null;
  isRequired: boolean;
}

function memberProblems({ id }: AlertTemplate, { name, sent, member, isRequired }: Details): string[] {
  const known = member === null ? `this template takes no ${name}` : `this template takes ${member}`;
  const unknown = Object.keys(sent)
    .filter((key) => key !== member)
    .map((key) => `${name}.${key}: is not a member for alert template ${id}; ${known}`);
  const isMissing = isRequired && member !== null && !Object.hasOwn(sent, member);
  return isMissing ? [...unknown, `${name}.${member}: is required by alert template ${id}`] : unknown;
}

/** Raises `intervalUnknown`. */
export function getInterval(sent: string | number): IntervalMinutes {
  const interval = readInterval(sent);
  if (interval === null) throw intervalUnknown();
  return interval;
}

/** The changes of a PATCH; null clears a member that may be empty. */
export function readAlertChange(template: AlertTemplate, sent: UpdateAlertRequest): AlertChange {
  const { description, status, interval, validity, parameters } = sent;
  return {
    ...(description !== undefined && { description }),
    ...(status !== undefined && { status }),
    ...(interval !== undefined && { intervalMinutes: getInterval(interval) }),
    ...(validity !== undefined && { validityMinutes: validity }),
    ...(parameters !== undefined && { limit: readLimit(template, parameters) }),
  };
}
