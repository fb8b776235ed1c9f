/** The subset of JSON Schema that the API document uses. */
export interface Schema {
  $ref?: string;
  description?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: boolean | Schema;
}

export interface Numbers {
  /** The names of members that are decimals. */
  decimals: ReadonlySet<string>;
  /** The type of a decimal: text in responses, exact JSON numbers in requests. */
  decimal: 'Decimal' | 'Exact';
}

interface Target extends Numbers {
  /** The namespace of named schemas, with its dot. */
  prefix: string;
  /** The member whose type it is. */
  member?: string;
}

/** The TypeScript type of a schema. */
export function typeOf(schema: Schema, target: Target): string {
  if (schema.$ref) return `${target.prefix}${schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)}`;
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)));
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return union(branches.map((branch) => typeOf(branch, target)));
  if (schema.allOf) return schema.allOf.map((part) => typeOf(part, target)).join(' & ');
  return union([schema.type ?? 'unknown'].flat().map((type) => typeNamed(type, schema, target)));
}

function typeNamed(type: string, schema: Schema, target: Target): string {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'integer':
      return target.decimals.has(target.member ?? '') ? target.decimal : 'number';
    case 'number':
      return target.decimal;
    case 'array':
      return schema.items ? `(${typeOf(schema.items, target)})[]` : 'unknown[]';
    case 'object':
      return objectType(schema, target);
    default:
      return 'unknown';
  }
}

function objectType({ properties, required = [], additionalProperties }: Schema, target: Target): string {
  const members = Object.entries(properties ?? {}).map(([name, schema]) => {
    const optional = required.includes(name) ? '' : ' | undefined';
    const type = typeOf(schema, { ...target, member: name });
    return `${JSON.stringify(name)}${optional && '?'}: ${type}${optional}`;
  });
  if (members.length > 0) return `{ ${members.join('; ')} }`;
  if (typeof additionalProperties === 'object')
    return `Record<string, ${typeOf(additionalProperties, target)}>`;
  return 'Record<string, unknown>';
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}

/**
 * The names of members that are decimals in any schema. A name is always read in one way, since a response is
 * parsed by names: an integer that shares its name with a decimal is text, too.
 */
export function decimalNames(schemas: Record<string, Schema>): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (schema: Schema, member: string): void => {
    if ([schema.type].flat().includes('number')) found.add(member);
    for (const [name, each] of Object.entries(schema.properties ?? {})) visit(each, name);
    if (schema.items) visit(schema.items, member);
    for (const each of [schema.anyOf, schema.oneOf, schema.allOf].flatMap((list) => list ?? []))
      visit(each, member);
    if (typeof schema.additionalProperties === 'object') visit(schema.additionalProperties, member);
  };
  for (const schema of Object.values(schemas)) visit(schema, '');
  return found;
}
