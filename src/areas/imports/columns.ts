import type { TSchema } from 'typebox';

/** How the text of a cell becomes the value of a member. */
type Form = 'TEXT' | 'NUMBER' | 'BOOLEAN' | 'TEXTS';

/** The member that a column sets. */
export interface Member {
  /** Outermost first: names of members, or the name or type of an entry in a list of values. */
  steps: readonly Step[];
  form: Form;
}

type Step = { name: string } | { entry: string; by: 'name' | 'type' };

interface Node {
  type?: string | readonly string[];
  properties?: Record<string, Node>;
  additionalProperties?: Node | boolean;
  items?: Node;
}

/** The member of a body that a path such as `address.city` names, or the error as text. */
export function findMember(body: TSchema, path: string): Member | string {
  return resolvePath(body as Node, { path, rest: path.split('.'), steps: [] });
}

interface Walk {
  path: string;
  rest: readonly string[];
  steps: readonly Step[];
}

function resolvePath(node: Node, walk: Walk): Member | string {
  const { path, rest, steps } = walk;
  const [name = '', ...more] = rest;
  if (isOf(node, 'object')) return rest.length === 0 ? needsMore(node, path) : intoObject(node, walk);
  if (isOf(node, 'array') && rest.length > 0) return intoNamed(node, walk);
  if (rest.length > 0)
    return (
      `${path}: ${path.slice(0, -[name, ...more].join('.').length - 1)} has no members; name it ` +
      'without a suffix'
    );
  const form = formOf(node);
  return form ? { steps, form } : `${path}: cannot be imported from a column`;
}

function needsMore({ properties = {} }: Node, path: string): string {
  const example = Object.keys(properties)[0] ?? '<key>';
  return `${path}: is an object; name one of its members, such as ${path}.${example}`;
}

function intoObject(node: Node, { path, rest, steps }: Walk): Member | string {
  const [name = '', ...more] = rest;
  const { properties = {}, additionalProperties: others } = node;
  const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (known) return resolvePath(known, { path, rest: more, steps: [...steps, { name }] });
  // Keys of a map may contain dots.
  if (typeof others === 'object') return { steps: [...steps, { name: rest.join('.') }], form: 'TEXT' };
  return `${path}: is unknown; use one of ${Object.keys(properties).join(', ')}`;
}

/**
 * In a list of entries with a name or type and a value, `list.<name>` is the value of the entry with that
 * name.
 */
function intoNamed(node: Node, { path, rest, steps }: Walk): Member | string {
  const { name, type, value } = node.items?.properties ?? {};
  if (!value || !(name || type)) return `${path}: cannot be imported from a column`;
  return { steps: [...steps, { entry: rest.join('.'), by: name ? 'name' : 'type' }], form: 'TEXT' };
}

function formOf(node: Node): Form | null {
  if (isOf(node, 'string')) return 'TEXT';
  if (isOf(node, 'number') || isOf(node, 'integer')) return 'NUMBER';
  if (isOf(node, 'boolean')) return 'BOOLEAN';
  return isOf(node, 'array') && node.items && isOf(node.items, 'string') ? 'TEXTS' : null;
}

function isOf({ type }: Node, wanted: string): boolean {
  return typeof type === 'string' ? type === wanted : (type?.includes(wanted) ?? false);
}

/** The members of a header, by index; null for an ignored column. Otherwise the error. */
export function planColumns(
  header: readonly string[],
  { body, columns }: { body: TSchema; columns: Columns | null },
): (Member | null)[] | string[] {
  if (header.length > MAX_COLUMNS) return [`has ${header.length} columns; send at most ${MAX_COLUMNS}`];
  const names = header.map((name) => name.trim());
  const problems = [
    ...names.flatMap((name, place) =>
      names.indexOf(name) < place ? `the header ${name} is repeated; rename one of the columns` : [],
    ),
    ...Object.keys(columns ?? {})
      .filter((name) => !names.includes(name.trim()))
      .map((name) => `columns: the file has no header ${name}; its headers are ${names.join(', ')}`),
  ];
  const pathOf = new Map(Object.entries(columns ?? {}).map(([name, path]) => [name.trim(), path]));
  const found = names.map((name) => {
    const path = columns ? pathOf.get(name) : name;
    return path === undefined ? null : findMember(body, path);
  });
  const printed = found.map((member) => JSON.stringify(member));
  problems.push(
    ...found.filter((member) => typeof member === 'string'),
    ...found.flatMap((member, place) =>
      member !== null && printed.indexOf(printed[place] as string) < place
        ? `${names[place]}: another column has the same member; remove one of them`
        : [],
    ),
  );
  return problems.length > 0 ? problems : (found as (Member | null)[]);
}

/** More than the members of any body, and few enough to compare all pairs. */
const MAX_COLUMNS = 1000;

type Columns = Readonly<Record<string, string>>;

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Longer than any number that the API accepts. */
const MAX_DIGITS = 100;

/** The JSON of a body: each cell in the type of its member, empty cells omitted. */
export function writeBody(cells: readonly (readonly [Member, string])[], base: object): string {
  const body = structuredClone(base) as Record<string, unknown>;
  for (const [{ steps, form }, text] of cells) if (text !== '') put(body, steps, readCell(text, form));
  return JSON.stringify(body);
}

/** A cell that does not fit the type stays text, and validation rejects it as in a request. */
function readCell(text: string, form: Form): unknown {
  switch (form) {
    case 'TEXT':
      return text;
    case 'NUMBER':
      return text.length <= MAX_DIGITS && NUMBER.test(text) ? JSON.rawJSON(text) : text;
    case 'BOOLEAN':
      return /^(?:true|false)$/i.test(text) ? text.toLowerCase() === 'true' : text;
    case 'TEXTS':
      return text
        .split(';')
        .map((each) => each.trim())
        .filter((each) => each !== '');
    default:
      return form satisfies never;
  }
}

function put(body: Record<string, unknown>, steps: readonly Step[], value: unknown): void {
  let place: object = body;
  for (const [index, step] of steps.entries()) {
    const isLast = index === steps.length - 1;
    if ('entry' in step) return void (place as unknown[]).push({ [step.by]: step.entry, value });
    const holder = place as Record<string, unknown>;
    const next = steps[index + 1];
    const content = isLast ? value : (ownOf(holder, step.name) ?? (next && 'entry' in next ? [] : {}));
    // Also sets a name such as `__proto__`, which validation then rejects as in a request.
    Object.defineProperty(holder, step.name, {
      ...{ value: content, enumerable: true, configurable: true, writable: true },
    });
    place = content as object;
  }
}

function ownOf(holder: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(holder, name) ? holder[name] : undefined;
}
