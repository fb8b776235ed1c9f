import { currencyDigits } from '#core/currency.ts';
import { decimalText, ZERO } from '#core/decimal.ts';
import type { Audit, AuditContext, AuditPage, Mismatch } from '#platform/audits.ts';
import { MAX_MISMATCHES } from '#platform/audits.ts';
import { startTurns } from '#platform/turns.ts';
import {
  type AuditedInvoice,
  type Gap,
  listAuditedInvoices,
  listCycleMismatches,
  listFinalizingMismatches,
  listNumberGaps,
  listNumberMismatches,
} from '../store/audit.ts';
import { listLateUsageMismatches } from '../store/late-usage-audit.ts';
import { checkDocument } from './check-document.ts';
import { giveBackAudits } from './check-give-backs.ts';

/** Invoices per page, which bounds the documents in memory at a time. */
const PAGE_INVOICES = 200;
const PAGE_LATE_USAGE = 5_000;

/** Audits of the documents, their payments and their numbers. */
export const invoiceAudits: readonly Audit[] = [
  ...giveBackAudits,
  {
    name: 'invoices.documents',
    claim:
      'the lines of each document add up to its total, to the digits of its currency, and each ' +
      'issued document equals the one that its stored inputs give',
    check: byInvoice(checkDocument),
  },
  {
    name: 'invoices.payments',
    claim: 'the paid amount is between 0 and the total and agrees with the status',
    check: byInvoice(checkPaid),
  },
  {
    name: 'invoices.cycles',
    claim: 'each cycle of a schedule is billed once, and its cycles do not overlap',
    async check({ tx, org }) {
      const found = await listCycleMismatches(tx, org, MAX_MISMATCHES);
      return wholePage(
        found.map(({ id, otherId, isSame }) => ({
          subject: `invoice ${id}`,
          problem: isSame
            ? `bills the same cycle as invoice ${otherId}`
            : `bills days that invoice ${otherId} bills, too`,
        })),
      );
    },
  },
  {
    name: 'invoices.finalizing',
    claim:
      'a draft is FINALIZING exactly while it waits for a finalization hook or for scheduled work ' +
      'that continues its issue',
    async check({ tx, org }) {
      const found = await listFinalizingMismatches(tx, org, MAX_MISMATCHES);
      return wholePage(
        found.map(({ id, isWaiting }) => ({
          subject: `invoice ${id}`,
          problem: isWaiting
            ? 'is FINALIZING, but no hook is being called and no work is scheduled'
            : 'has hooks being called, but is not FINALIZING',
        })),
      );
    },
  },
  {
    name: 'invoices.late_usage',
    claim:
      'late usage of a cycle with an issued invoice is billed by a document of that cycle, or work ' +
      'is scheduled to bill it',
    async check({ tx, org }, after) {
      const page = { after: Number(after ?? 0), limit: PAGE_LATE_USAGE };
      const { found, next } = await listLateUsageMismatches(tx, org, page);
      const mismatches = found.map(({ seq, invoiceId }) => ({
        subject: `late event number ${seq}`,
        problem:
          invoiceId === null
            ? 'its cycle was billed without it, and no work is scheduled to bill it'
            : `was billed by invoice ${invoiceId}, which belongs to another cycle`,
      }));
      return { mismatches: mismatches.slice(0, MAX_MISMATCHES), next: next === null ? null : String(next) };
    },
  },
  {
    name: 'invoices.numbers',
    claim: 'every issued document has a number, and numbers are unique and gapless',
    async check({ tx, org }) {
      const [gaps, others] = [
        await listNumberGaps(tx, org, MAX_MISMATCHES),
        await listNumberMismatches(tx, org, MAX_MISMATCHES),
      ];
      return wholePage([
        ...gaps.map(describeGap),
        ...others.map(({ id, problem }) => ({ subject: `invoice ${id}`, problem })),
      ]);
    },
  },
];

/** An audit that reads invoices in pages of 200 documents; the process serves other requests in between. */
function byInvoice(check: (invoice: AuditedInvoice) => string[] | Promise<string[]>): Audit['check'] {
  return async ({ tx, org }: AuditContext, after) => {
    const page = await listAuditedInvoices(tx, org, { after: after ?? '', limit: PAGE_INVOICES });
    const mismatches: Mismatch[] = [];
    const turns = startTurns();
    for (const invoice of page) {
      if (turns.isOver()) await turns.yieldLoop();
      for (const problem of await check(invoice))
        mismatches.push({ subject: `invoice ${invoice.id}`, problem });
    }
    return {
      mismatches: mismatches.slice(0, MAX_MISMATCHES),
      next: page.length < PAGE_INVOICES ? null : (page.at(-1)?.id ?? null),
    };
  };
}

/** Reads only the keys of the mismatched invoices; the database compares all in one query. */
function wholePage(mismatches: readonly Mismatch[]): AuditPage {
  return { mismatches: mismatches.slice(0, MAX_MISMATCHES), next: null };
}

/**
 * Invariant 2 of `money-platform.md` 22. An amount that is owed to a customer is never paid on the invoice.
 */
function checkPaid({ status, currency, totalAmount, paidAmount }: AuditedInvoice): string[] {
  const max = totalAmount.isNegative() ? ZERO : totalAmount;
  const digits = currencyDigits(currency);
  const problems: [isBroken: boolean, rule: string][] = [
    [paidAmount.isNegative() || paidAmount.gt(max), `from 0 to ${decimalText(max)}`],
    [(status === 'DUE' || status === 'DRAFT') && !paidAmount.isZero(), `0 while it is ${status}`],
    [status === 'PAID' && !paidAmount.eq(max), `${decimalText(max)} while it is PAID`],
    [
      status === 'PARTIALLY_PAID' && !(paidAmount.gt(ZERO) && paidAmount.lt(max)),
      `between 0 and ${decimalText(max)} while it is PARTIALLY_PAID`,
    ],
    [paidAmount.decimalPlaces() > digits, `rounded to ${digits} decimal places in ${currency}`],
  ];
  const broken = problems.filter(([isBroken]) => isBroken);
  return broken.slice(0, 1).map(([, rule]) => {
    return `the paid amount is ${decimalText(paidAmount)} but must be ${rule}`;
  });
}

function describeGap({ scope, below, above, counted }: Gap): Mismatch {
  const last = above === null ? counted : above - 1;
  const missing =
    last === below + 1
      ? `no document has number ${last}`
      : `no documents have numbers ${below + 1} to ${last}`;
  return { subject: `counter ${scope}`, problem: `is at ${counted}, but ${missing}` };
}
