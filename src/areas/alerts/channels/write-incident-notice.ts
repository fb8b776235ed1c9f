import { dayText } from '#areas/invoice-printing/index.ts';
import { type MailWords, oneLine, writeMail } from '#platform/mail/write-mail.ts';
import type { ClosedBy } from '../tables.ts';

/** The content of one message: incidents of one alert that one transaction opened or closed. */
export interface IncidentNotice {
  hasBegun: boolean;
  /** The cause of the closing; null for opened incidents. */
  closedBy: ClosedBy | null;
  alert: { name: string; description: string | null };
  /** Account, customer, and the watched resource. */
  scope: readonly Fact[];
  /** `usage of 1,000 or more`. */
  condition: string;
  /** The first incidents; never empty. */
  findings: readonly Finding[];
  /** The number of all incidents. */
  count: number;
  at: Temporal.Instant;
  timeZone: string;
  organization: string;
  isSandbox: boolean;
}

export type Fact = readonly [name: string, value: string];

export interface Finding {
  incidentId: string;
  /** The invoice or value concerned; null: everything that the alert watches. */
  subject: { noun: 'Invoice' | 'Value'; name: string } | null;
  /** `Usage`, `12.00 USD`. */
  value: Fact;
  /** The reason of the newest of several findings. */
  reason?: string | null;
}

export interface NoticeTexts {
  mail: MailWords;
  chat: string;
}

/** The same text for mails and chats. */
export function writeIncidentNotice(notice: IncidentNotice): NoticeTexts {
  const { hasBegun, alert, isSandbox, organization } = notice;
  const begin = `${isSandbox ? '[Sandbox] ' : ''}${hasBegun ? 'Alert' : 'Alert ended'}`;
  const subject = oneLine(`${begin}: ${alert.name}, ${aboutOf(notice)}`);
  const sentences = sentencesOf(notice);
  const facts = factsOf(notice).map(([name, value]) => [oneLine(name), oneLine(value)] as const);
  const lines = [subject, ...sentences, ...facts.map(([name, value]) => `${name}: ${value}`)];
  return {
    mail: writeMail({
      ...{ subject, sentences, facts, link: null },
      greeting: 'Hello,',
      signature: oneLine(organization),
    }),
    chat: lines.map(harmless).join('\n'),
  };
}

function aboutOf({ scope, findings, count }: IncidentNotice): string {
  const [first] = findings;
  const noun = first?.subject?.noun.toLowerCase() ?? 'incident';
  if (count > 1) return `${count} ${noun}s`;
  return first?.subject ? `${noun} ${first.subject.name}` : (scope[0]?.[1] ?? '');
}

function sentencesOf({ hasBegun, at, timeZone, closedBy, isSandbox }: IncidentNotice): string[] {
  const time = at.toZonedDateTimeISO(timeZone).toPlainTime().toString({ smallestUnit: 'minute' });
  const when = `on ${dayText(at, timeZone)} at ${time} (${timeZone})`;
  return [
    hasBegun
      ? `the alert below found its condition met ${when}.`
      : `an incident of the alert below ended ${when}.`,
    ...(closedBy === null ? [] : [reasonOf(closedBy)]),
    ...(isSandbox ? ['This is a test from a sandbox.'] : []),
  ];
}

function reasonOf(closedBy: ClosedBy): string {
  switch (closedBy) {
    case 'RECOVERY':
      return 'The condition is no longer met.';
    case 'CALLER':
      return 'A user closed it.';
    case 'END':
      return 'The period that it concerned is over.';
    case 'ALERT':
      return 'The alert was changed, deactivated or has expired.';
    default:
      return closedBy satisfies never;
  }
}

function factsOf({ hasBegun, alert, scope, condition, findings, count }: IncidentNotice): Fact[] {
  const named: Fact[] = [
    ['Alert', alert.name],
    ...(alert.description ? ([['Description', alert.description]] as Fact[]) : []),
    ...scope,
    ['Threshold', condition],
  ];
  const [first] = findings;
  const last = hasBegun ? '' : ' at the last check';
  if (first && count === 1) {
    const { subject, value, incidentId, reason } = first;
    const what: Fact[] = [[`${value[0]}${last}`, value[1]]];
    if (subject) named.push([subject.noun, subject.name]);
    if (reason) what.push(['Most recent reason', reason]);
    return [...named, ...what, ['Incident', incidentId]];
  }
  const each = findings.map(({ subject, value, incidentId }): Fact => {
    return [`${subject?.noun ?? ''} ${subject?.name ?? ''}`, `${value[1]}${last}, incident ${incidentId}`];
  });
  const left = count - findings.length;
  return [...named, ...each, ...(left > 0 ? [['And', `${left} more`] as const] : [])];
}

/** Escapes a name so that no chat reads it as a mention, a link or a command. */
function harmless(line: string): string {
  return line
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
    .replace(/@(?=\S)/g, '@\u200b');
}
