import type { Overview } from '../../../api/generated/types.ts';

export interface GuideStep {
  id: string;
  isDone: boolean;
  /** The screen where it is done. */
  path: string;
}

/** What a first invoice needs, in order. Done once the service knows of any. */
export function setupSteps({ setup }: Pick<Overview, 'setup'>): GuideStep[] {
  return [
    { id: 'meter', isDone: setup.meter, path: '/schemas/new' },
    { id: 'plan', isDone: setup.plan, path: '/plans/new' },
    { id: 'account', isDone: setup.account, path: '/customers' },
    { id: 'schedule', isDone: setup.schedule, path: '/accounts' },
    { id: 'event', isDone: setup.event, path: '/events' },
    { id: 'invoice', isDone: setup.invoice, path: '/invoices' },
  ];
}

/** The tour through the demo: what the service cannot see, a reader only looks at. */
export function demoSteps({ attention, asOf }: Pick<Overview, 'attention' | 'asOf'>): GuideStep[] {
  const waits = new Set(attention.map(({ kind }) => kind));
  const isMonthOver = asOf.slice(5, 7) === '12';
  return [
    { id: 'rejected', isDone: !waits.has('REJECTED_EVENTS'), path: '/events?status=UNPROCESSED' },
    { id: 'meters', isDone: false, path: '/meters' },
    { id: 'curve', isDone: false, path: '/plans' },
    { id: 'clock', isDone: isMonthOver, path: '/' },
    { id: 'billRun', isDone: isMonthOver && !waits.has('DUE_DRAFTS'), path: '/month-close?waiting=true' },
    { id: 'explain', isDone: false, path: '/accounts/gale-shops?tab=invoices' },
    { id: 'overdue', isDone: !waits.has('OVERDUE_INVOICES'), path: '/receivables' },
    { id: 'wallet', isDone: !waits.has('ACTIVE_INCIDENTS'), path: '/accounts/ember-studio?tab=wallet' },
  ];
}

export const LANGUAGES = ['curl', 'TypeScript', 'Python'] as const;
export type SnippetLanguage = (typeof LANGUAGES)[number];

/** The request that sends an event, with the address and, once there is one, the key of the reader. */
export function eventSnippet(
  language: SnippetLanguage,
  { url, key }: { url: string; key: string | null },
): string {
  const secret = key ?? 'YOUR_API_KEY';
  const event = [
    '{"event": {"id": "request-1", "schemaName": "completion", "accountId": "ACCOUNT_ID",',
    '  "timestamp": "2030-01-31T12:00:00Z", "dimensions": {"model": "small"},',
    '  "attributes": [{"name": "tokens", "value": "1200"}]}}',
  ];
  switch (language) {
    case 'curl':
      return [
        `curl -X POST ${url}/ingest -H 'Authorization: Bearer ${secret}' \\`,
        `  -H 'Content-Type: application/json' -d '${event.join('\n')}'`,
      ].join('\n');
    case 'TypeScript':
      return [
        `await fetch('${url}/ingest', {`,
        `  method: 'POST',`,
        `  headers: { authorization: 'Bearer ${secret}', 'content-type': 'application/json' },`,
        `  body: JSON.stringify(${event.join('\n')}),`,
        '});',
      ].join('\n');
    case 'Python':
      return [
        'import requests',
        '',
        `requests.post("${url}/ingest", headers={"authorization": "Bearer ${secret}"},`,
        `  json=${event.join('\n')})`,
      ].join('\n');
    default:
      return language satisfies never;
  }
}
