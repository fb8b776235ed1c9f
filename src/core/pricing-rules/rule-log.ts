/** The effect of one rule on one invoice: plain JSON, decimals as text. */
export interface RuleLog {
  ruleId: string;
  ruleName: string;
  order: number;
  type: 'CONDITION_TRUE' | 'CONDITION_FALSE' | 'CONDITION_ERROR' | 'COMPUTATION_ERROR';
  condition?: string;
  computation: string;
  /** The values that the logic read, by the names that it used. */
  variables: Record<string, VariableValue>;
  changes: RuleChange;
  /** The same in sentences, each verifiable with a pocket calculator. */
  steps: string[];
}

interface VariableValue {
  /** Display name. */
  name: string;
  value: string;
}

/** Values before and after the rule; equal when it changed nothing. */
export interface RuleChange {
  /** The target, or `revenue.rule.<id>` for an addition. */
  key: string;
  keyName: string;
  oldRevenue: string;
  newRevenue: string;
  /** For a target that is a quantity. */
  oldUsage?: string;
  newUsage?: string;
  errorMessage?: string;
}
