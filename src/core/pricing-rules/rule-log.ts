/** What one rule did to one invoice: plain JSON, decimals as text. */
export interface RuleLog {
  ruleId: string;
  ruleName: string;
  order: number;
  type: 'CONDITION_TRUE' | 'CONDITION_FALSE' | 'CONDITION_ERROR' | 'COMPUTATION_ERROR';
  condition?: string;
  computation: string;
  /** What the logic read, by the names that it used. */
  variables: Record<string, VariableValue>;
  changes: RuleChange;
  /** The same in sentences, each to be checked with a pocket calculator. */
  steps: string[];
}

interface VariableValue {
  /** What it is called by people. */
  name: string;
  value: string;
}

/** Before and after the rule; the same when it changed nothing. */
export interface RuleChange {
  /** The target, or `revenue.rule.<id>` of an addition. */
  key: string;
  keyName: string;
  oldRevenue: string;
  newRevenue: string;
  /** Of a target that is a quantity. */
  oldUsage?: string;
  newUsage?: string;
  errorMessage?: string;
}
