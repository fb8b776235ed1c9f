/** What the rules must know and cannot read from the tree. Its one value stands in `tools/tidy.ts`. */
export type House = {
  /** Areas from the lowest tier up: an area imports front doors of lower tiers only. */
  tiers: readonly (readonly string[])[];
  /** Packages and built-in modules that areas may import, each with its reason. */
  areaPackages: Readonly<Record<string, string>>;
  exceptions: readonly Exception[];
};

/** A place where a rule does not hold. `path` is a file, or a folder when it ends with a slash. */
export type Exception = { rule: Rule; path: string; reason: string };

/** Every rule by its name. The tests plant a violation of each. */
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
  'stale-exception',
] as const;
export type Rule = (typeof RULES)[number];
