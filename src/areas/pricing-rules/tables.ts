import type { RuleAction } from '#core/pricing-rules/index.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    pricingRules: PricingRulesTable;
  }
}

export interface PricingRulesTable {
  orgId: number;
  /** References a plan version, or a schedule with its own rules. */
  referenceId: string;
  id: string;
  version: number;
  name: string;
  invoiceTiming: 'IN_ADVANCE' | 'IN_ARREARS';
  order: number;
  /** Canonical JSON Logic; null: always. */
  condition: string | null;
  computation: string;
  action: RuleAction;
  createdAt: Temporal.Instant;
}
