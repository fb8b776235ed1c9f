import type { Mail } from '../../../api/generated/types.ts';
import { looksOf } from '../../../ui/look.ts';

export const mailStatus = looksOf<Mail['status']>({
  PENDING: { tone: 'info', shape: 'outline' },
  RETRYING: { tone: 'warn' },
  SENT: { tone: 'good' },
  FAILED: { tone: 'bad' },
});

export const mailKind = looksOf<Mail['kind'], 'kind'>(
  {
    INVOICE: { tone: 'neutral' },
    ALERT: { tone: 'neutral' },
    APPROVAL: { tone: 'neutral' },
    INVITATION: { tone: 'neutral' },
    PASSWORD_RESET: { tone: 'neutral' },
    PORTAL_PASSWORD: { tone: 'neutral' },
    STATEMENT: { tone: 'neutral' },
    WEBHOOK_DISABLED: { tone: 'neutral' },
    OTHER: { tone: 'neutral' },
  },
  'kind',
);

interface MailRecord {
  area: 'invoices' | 'alerts' | 'approvals' | 'webhooks' | 'team';
  /** Null: the page has no records of its own. */
  id: string | null;
}

type About = Pick<Mail, 'kind' | 'invoiceId' | 'alertId' | 'recordId'>;

/** What a mail is about, beside its account. */
export function recordOf({ kind, invoiceId, alertId, recordId }: About): MailRecord | null {
  if (invoiceId) return { area: 'invoices', id: invoiceId };
  if (alertId) return { area: 'alerts', id: alertId };
  if (recordId) return { area: kind === 'APPROVAL' ? 'approvals' : 'webhooks', id: recordId };
  return kind === 'INVITATION' || kind === 'PASSWORD_RESET' ? { area: 'team', id: null } : null;
}

export function recipientsOf({ to, cc }: Pick<Mail, 'to' | 'cc'>): string[] {
  return [...to, ...cc];
}

/** Nothing is on its way, and there is somebody to send it to. */
export function canBeResent(mail: Pick<Mail, 'status' | 'to' | 'cc'>): boolean {
  return isOver(mail) && recipientsOf(mail).length > 0;
}

export function isOver({ status }: Pick<Mail, 'status'>): boolean {
  return status === 'SENT' || status === 'FAILED';
}

const WITH_SECRET: readonly Mail['kind'][] = ['INVITATION', 'PASSWORD_RESET', 'PORTAL_PASSWORD'];

export function hasSecret({ kind }: Pick<Mail, 'kind'>): boolean {
  return WITH_SECRET.includes(kind);
}

/** The stored text stands for the secret of its recipient with these words. */
const KEPT_SECRET = 'KEPT-SECRET';

/** The text as it was sent, without the secret in it. */
export function textOf({ kind, text }: { kind: Mail['kind']; text: string }): string {
  return hasSecret({ kind }) ? text.replaceAll(KEPT_SECRET, '••••••••') : text;
}

/** Of the newest attempt: what the server responded, or what went wrong. */
export function lastResult({ attempts }: Pick<Mail, 'attempts'>): string | null {
  const [last] = attempts;
  return last ? resultOf(last) : null;
}

export function resultOf({ response, error, statusCode }: Mail['attempts'][number]): string | null {
  return response ?? error ?? (statusCode === undefined ? null : String(statusCode));
}

/** The newest attempt wrote a file. */
export function isCaptured({ status, attempts: [last] }: Pick<Mail, 'status' | 'attempts'>): boolean {
  return status === 'SENT' && last?.way === 'CAPTURE';
}

const RECORD_FILTERS = ['customer_id', 'account_id', 'invoice_id', 'alert_id'] as const;
type RecordFilter = (typeof RECORD_FILTERS)[number];

/** The records that a link has narrowed the list to. */
export function recordFilters(
  search: Partial<Record<RecordFilter, string>>,
): { name: RecordFilter; id: string }[] {
  return RECORD_FILTERS.flatMap((name) => {
    const id = search[name];
    return id ? [{ name, id }] : [];
  });
}
