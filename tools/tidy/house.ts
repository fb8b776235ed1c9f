/** Facts that the rules cannot read from the tree. The only value is in `tools/tidy.ts`. */
export type House = {
  /** Areas from the lowest tier up: an area imports only the front doors of lower tiers. */
  tiers: readonly (readonly string[])[];
  /** Packages and built-in modules that areas may import, with the reason. */
  areaPackages: Readonly<Record<string, string>>;
  exceptions: readonly Exception[];
};

/** An exception from a rule. `path` is a file, or a folder if it ends with a slash. */
export type Exception = { rule: Rule; path: string; reason: string };

/** All rules by name. The tests plant a violation of each. */
export const RULES = [
  'layer',
  'front-door',
  'tier',
  'step',
  'package',
  'sql',
  'sql-raw',
  'environment',
  'clock',
  'console',
  'file-name',
  'empty-name',
  'default-export',
  'barrel',
  'area-shape',
  'operation-one',
  'operation-name',
  'operation-length',
  'operation-test',
  'file-length',
  'function-length',
  'line-length',
  'nesting',
  'parameters',
  'any',
  'enum',
  'namespace',
  'silenced',
  'unfinished',
  'muted-test',
  'machine',
  'retired-word',
  'web-layer',
  'web-kit',
  'web-home',
  'web-length',
  'web-text',
  'web-class',
  'web-colour',
  'web-component',
  'web-total',
  'stale-exception',
] as const;
export type Rule = (typeof RULES)[number];
