import { describe, expect, it } from 'vitest';
import { Decimal } from '#core/decimal.ts';
import { type MailedInvoice, writeInvoiceMail } from './invoice-mail-text.ts';

const ISSUED: MailedInvoice = {
  ...{ id: 'inv.1', sequenceId: '2030-02-0001', invoiceClass: 'INVOICE', invoiceType: 'STANDARD' },
  ...{ status: 'DUE', currency: 'USD', totalAmount: new Decimal('1234.5'), paidAmount: new Decimal(0) },
  invoiceDate: Temporal.Instant.from('2030-02-01T05:00:00Z'),
  // The last instant of 3 March in New York.
  dueDate: Temporal.Instant.from('2030-03-04T04:59:59.999Z'),
  details: {
    customer: { name: 'Acme', primaryEmail: 'pay@acme.example' },
    organization: { businessName: 'Seller Ltd', address: {}, primaryEmail: 'desk@seller.example' },
  },
};
const KNOWN: Parameters<typeof writeInvoiceMail>[1] = {
  timeZone: 'America/New_York',
  paymentLink: null,
  isSandbox: false,
};

const write = (changed: Partial<MailedInvoice> = {}, known: Partial<typeof KNOWN> = {}) =>
  writeInvoiceMail({ ...ISSUED, ...changed }, { ...KNOWN, ...known });
const named = (customer: string, businessName: string) => ({
  details: {
    customer: { name: customer, primaryEmail: 'a@b.example' },
    organization: { businessName, address: {}, primaryEmail: 'a@b.example' },
  },
});

describe('the mail of an invoice', () => {
  it('says number, date, amount, what is open and by when, in text and in HTML', () => {
    const { subject, text, html } = write({}, { paymentLink: 'https://pay.example/i?a=1&b=2' });
    expect(subject).toBe('Invoice 2030-02-0001 from Seller Ltd');
    expect(text.split('\n')).toEqual([
      ...['Dear Acme,', '', 'please find attached Invoice 2030-02-0001 of 1 February 2030.', ''],
      ...['Amount: 1,234.50 USD', 'Amount due: 1,234.50 USD', 'Due: 3 March 2030', ''],
      ...['Pay online: https://pay.example/i?a=1&b=2', '', 'Seller Ltd', ''],
    ]);
    for (const part of [
      '2030-02-0001',
      '1,234.50 USD',
      '3 March 2030',
      'href="https://pay.example/i?a=1&amp;b=2"',
    ])
      expect(html).toContain(part);
  });

  it.each([
    [
      'an order',
      { invoiceClass: 'ORDER' as const },
      'Order 2030-02-0001 from Seller Ltd',
      'Amount due: 1,234.50 USD',
    ],
    [
      'a part that is paid',
      { status: 'PARTIALLY_PAID' as const, paidAmount: new Decimal('1000') },
      'Invoice 2030-02-0001 from Seller Ltd',
      'Paid: 1,000.00 USD\nAmount due: 234.50 USD\nDue: 3 March 2030',
    ],
    [
      'a paid one',
      { status: 'PAID' as const, paidAmount: new Decimal('1234.5') },
      'Invoice 2030-02-0001 from Seller Ltd',
      'Amount: 1,234.50 USD\nAmount due: nothing\n',
    ],
    [
      'a credit note',
      { status: 'REFUND_COMPLETED' as const, invoiceType: 'CUSTOM' as const, totalAmount: new Decimal('-7') },
      'Credit note 2030-02-0001 from Seller Ltd',
      'Amount: -7.00 USD\nCredited to you: 7.00 USD\n',
    ],
    [
      'yen',
      { currency: 'JPY', totalAmount: new Decimal('1234') },
      'Invoice 2030-02-0001 from Seller Ltd',
      'Amount: 1,234 JPY',
    ],
  ])('of %s', (_, changed, subject, part) => {
    const written = write(changed, { paymentLink: 'https://pay.example/' });
    expect(written.subject).toBe(subject);
    expect(written.text).toContain(part);
    expect(written.text.includes('Pay online')).toBe(
      part.includes('USD\nDue') || /Amount due: \d|JPY/.test(part),
    );
  });

  it('shows names as text, whatever they are', () => {
    const { subject, text, html } = write(
      named('</p><script>alert("x")</script>', "O'Neil & <b>Söhne</b> 請求 🧾"),
    );
    expect(html).not.toMatch(/<script|<b>/);
    expect(html).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;');
    expect(html).toContain('O&#39;Neil &amp; &lt;b&gt;Söhne&lt;/b&gt; 請求 🧾');
    expect(text).toContain('</p><script>');
    expect(subject).toBe("Invoice 2030-02-0001 from O'Neil & <b>Söhne</b> 請求 🧾");
  });

  it('has one line of subject, of at most 200 characters', () => {
    expect(write(named('x', 'Seller\r\nBcc: all@acme.example\u2028X')).subject).toBe(
      'Invoice 2030-02-0001 from Seller Bcc: all@acme.example X',
    );
    expect([...write(named('x', '🧾'.repeat(255))).subject].length).toBe(200);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'pay here', '', 'ftp://pay.example/'])(
    'leaves out %j, which is no address of the web',
    (paymentLink) => {
      const { text, html } = write({}, { paymentLink });
      expect(text + html).not.toContain('Pay online');
    },
  );

  it('does without names that are not known', () => {
    const { subject, text } = write({ details: {} });
    expect([subject, text.split('\n')[0]]).toEqual(['Invoice 2030-02-0001', 'Dear customer,']);
  });

  it('of a sandbox says that it is a test', () => {
    const { subject, text, html } = write({}, { isSandbox: true });
    expect(subject).toBe('[Sandbox] Invoice 2030-02-0001 from Seller Ltd');
    for (const body of [text, html]) expect(body).toContain('No payment is due.');
  });
});
