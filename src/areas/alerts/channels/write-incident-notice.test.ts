import { describe, expect, it } from 'vitest';
import { type IncidentNotice, writeIncidentNotice } from './write-incident-notice.ts';

const finding = (n: number) => ({
  ...{ incidentId: `incident.${n}`, subject: { noun: 'Invoice' as const, name: `2030-02-${n}` } },
  value: ['Amount due', `${n}.00 USD`] as const,
});
const NOTICE: IncidentNotice = {
  ...{ hasBegun: true, closedBy: null, count: 1, findings: [finding(1)] },
  alert: { name: 'Invoice overdue', description: null },
  scope: [['Accounts', 'all accounts']],
  condition: 'unpaid 3 days after the due date',
  at: Temporal.Instant.from('2030-02-01T04:30:00Z'),
  timeZone: 'America/New_York',
  ...{ organization: 'Seller Ltd', isSandbox: false },
};
const write = (changed: Partial<IncidentNotice> = {}) => writeIncidentNotice({ ...NOTICE, ...changed });
const linesOf = (changed: Partial<IncidentNotice> = {}) => write(changed).mail.text.split('\n');

describe('the notice of incidents', () => {
  it('names one invoice with its amount due, in local time', () => {
    expect(write().mail.subject).toBe('Alert: Invoice overdue, invoice 2030-02-1');
    expect(linesOf()).toEqual([
      ...[
        'Hello,',
        '',
        'the alert below found its condition met on 31 January 2030 at 23:30 (America/New_York).',
      ],
      ...['', 'Alert: Invoice overdue', 'Accounts: all accounts'],
      ...['Threshold: unpaid 3 days after the due date', 'Invoice: 2030-02-1'],
      ...['Amount due: 1.00 USD', 'Incident: incident.1', '', 'Seller Ltd', ''],
    ]);
    expect(write().chat.split('\n')).toEqual([
      'Alert: Invoice overdue, invoice 2030-02-1',
      ...linesOf().slice(2, 3),
      ...linesOf().slice(4, 10),
    ]);
  });

  it('lists the first findings and says how many more there are', () => {
    const findings = [finding(1), finding(2)];
    const notice = { findings, count: 25 };
    expect(write(notice).mail.subject).toBe('Alert: Invoice overdue, 25 invoices');
    expect(linesOf(notice).slice(7, 10)).toEqual([
      'Invoice 2030-02-1: 1.00 USD, incident incident.1',
      'Invoice 2030-02-2: 2.00 USD, incident incident.2',
      'And: 23 more',
    ]);
    expect(linesOf({ findings, count: 2 }).join()).not.toContain('more');
  });

  it.each([
    ['RECOVERY', 'The condition is no longer met.'],
    ['CALLER', 'A user closed it.'],
    ['END', 'The period that it concerned is over.'],
    ['ALERT', 'The alert was changed, deactivated or has expired.'],
  ] as const)('says why it ended: %s', (closedBy, reason) => {
    const lines = linesOf({ hasBegun: false, closedBy });
    expect(lines.slice(2, 4)).toEqual([
      expect.stringMatching(/^an incident of the alert below ended on /),
      reason,
    ]);
    expect(lines).toContain('Amount due at the last check: 1.00 USD');
  });

  it('lets no name add a line, mention or tag', () => {
    const scope = [['Account', '<!channel> @here\r\nBcc: x <b>']] as const;
    const { mail, chat } = write({ scope, alert: { name: 'A', description: 'one\ntwo' } });
    expect(mail.text).toContain('Account: <!channel> @here Bcc: x <b>\n');
    expect(mail.html).toContain('&lt;!channel&gt; @here Bcc: x &lt;b&gt;');
    expect(chat).toContain('Account: ‹!channel› @\u200bhere Bcc: x ‹b›\n');
    expect(chat).toContain('Description: one two\n');
  });
});
