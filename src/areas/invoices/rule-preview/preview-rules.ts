import type { NewRule } from '#areas/pricing-rules/index.ts';
import { findSchedule } from '#areas/schedules/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { invoiceHasNoRules, invoiceNotFound } from '../problems.ts';
import { describeChange } from '../rules.ts';
import { readInvoice } from '../views/read-invoice.ts';
import { readRuledInputs, runRules } from './run-rules.ts';

/** Evaluates a list of rules on one invoice, as a draft is evaluated when it is read. Writes nothing. */
export async function previewRules(
  tx: Tx,
  org: Org,
  requested: { invoiceId: string; rules: readonly NewRule[]; now: Temporal.Instant },
) {
  const { invoiceId: id, rules, now } = requested;
  const row = await readInvoice(tx, org, { id, now });
  if (!row) throw invoiceNotFound({ id });
  const inputs = await readRuledInputs(row);
  if (!inputs) throw invoiceHasNoRules({ id });
  const { document, total } = runRules(inputs, rules);
  const schedule = row.scheduleId === null ? null : await findSchedule(tx, org, row.scheduleId);
  return {
    ...{ invoiceId: id, status: row.status, currency: row.currency, timing: inputs.timing },
    ...{ totalBefore: row.totalAmount, totalAfter: total },
    otherRules: rules.filter(({ invoiceTiming }) => invoiceTiming !== inputs.timing).length,
    hasOwnRules: schedule?.overrideReferenceId != null,
    steps: (document.ruleLogs ?? []).map(({ ruleName, order, type, condition, computation, ...log }) => ({
      ...{ name: ruleName, order, type, condition, computation, variables: log.variables },
      ...{ changes: describeChange(log.changes), words: log.steps },
    })),
  };
}
