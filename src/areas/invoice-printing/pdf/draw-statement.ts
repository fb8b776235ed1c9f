import { TEXT_NAMES } from '#areas/invoice-templates/index.ts';
import type { StatementDrawing } from '../tasks.ts';
import { amountText, dateText, periodText } from './formats.ts';
import { type PrintedTexts, pdfLayoutOf } from './pdf-layout.ts';
import { type PrintedInvoice, printInvoice } from './printed-invoice.ts';
import { drawDocument, inTurn } from './render-invoice-pdf.ts';
import { STATEMENT_WORDS } from './statement-words.ts';

const NO_TEXTS = Object.fromEntries(TEXT_NAMES.map((name) => [name, ''])) as PrintedTexts;

/**
 * Draws a statement of account with the pages of an invoice: its parties, and a table of entries with the
 * balance after each. The bytes depend on the input alone.
 */
export function drawStatement({ row, pdf: options, statement }: StatementDrawing): Promise<Uint8Array> {
  const pdf = pdfLayoutOf(options);
  const { layout } = pdf;
  const words = STATEMENT_WORDS[layout.language];
  const invoice = printInvoice(row, pdf);
  const labels = {
    ...layout.labels,
    ...{ description: words.entry, price: words.amount, amount: words.balance, noCharges: words.none },
  };
  const printed = {
    invoice: stated(invoice, { layout, words, statement }),
    texts: NO_TEXTS,
    pdf: {
      ...pdf,
      layout: {
        ...layout,
        labels,
        columns: ['description', 'price', 'amount'] as const,
        blocks: ['PARTIES', 'FACTS', 'SUMMARY', 'LINES'] as const,
      },
    },
    link: null,
  };
  return inTurn(() => drawDocument(printed, Temporal.Instant.from(statement.asOf)));
}

const DEBTOR_LABELS = { CUSTOMER: 'customer', ACCOUNT: 'account', INVOICE_GROUP: 'group' } as const;

type Layout = ReturnType<typeof pdfLayoutOf>['layout'];

function stated(
  { seller, buyer, watermarks }: PrintedInvoice,
  {
    layout,
    words,
    statement: { currency, from, to, opening, closing, entries, debtorId, debtorType },
  }: {
    layout: Layout;
    words: (typeof STATEMENT_WORDS)['en'];
    statement: StatementDrawing['statement'];
  },
): PrintedInvoice {
  const { labels } = layout;
  const amount = (value: string) => amountText(value, currency, layout);
  const last = Temporal.PlainDate.from(to).subtract({ days: 1 });
  return {
    ...{ title: words.title, number: null, seller, buyer, currency },
    // An invoice that is void is no reason to mark its debtor's statement.
    watermarks: watermarks.filter((text) => text.startsWith('SANDBOX')),
    facts: [
      [labels.period, periodText(Temporal.PlainDate.from(from), last, layout)],
      [labels[DEBTOR_LABELS[debtorType]], debtorId],
      [labels.currency, currency],
    ],
    lines: [
      {
        kind: 'LINE',
        depth: 0,
        description: words.opening,
        quantity: '',
        price: '',
        amount: amount(opening),
      },
      ...entries.map(({ date, kind, number, amount: change, balance }) => ({
        ...{ kind: 'LINE' as const, depth: 0, quantity: '', price: amount(change), amount: amount(balance) },
        description: `${dateText(Temporal.PlainDate.from(date), layout)} · ${words[kind]} ${number}`.trim(),
      })),
    ],
    ...{ parts: [[words.opening, amount(opening)]], totalName: words.closing },
    ...{ total: `${currency} ${amount(closing)}`, terms: '', payment: [], requestsPayment: false },
    reference: debtorId,
  };
}
