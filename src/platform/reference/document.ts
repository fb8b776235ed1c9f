/** The parts of an OpenAPI document that the reference reads. */
export interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly 'x-tagGroups'?: readonly { readonly name: string; readonly tags: readonly string[] }[];
  /** Codes that every operation may return. */
  readonly 'x-common-error-codes'?: readonly string[];
  readonly 'x-errors'?: Readonly<Record<string, { readonly status: number; readonly message: string }>>;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses?: Readonly<Record<string, Response>>;
    readonly parameters?: Readonly<Record<string, Parameter>>;
  };
}

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly deprecated?: boolean;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Response | Reference>>;
  /** Codes beside the common ones. */
  readonly 'x-error-codes'?: readonly string[];
  readonly 'x-scope'?: string | null;
  readonly 'x-extension'?: boolean;
  readonly 'x-sandbox-only'?: boolean;
  readonly 'x-portal'?: string;
}

interface Reference {
  readonly $ref: string;
}

type Content = Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown }>>;

interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly schema: Schema }>>;
  readonly content?: Content;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
  readonly example?: unknown;
}

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly additionalProperties?: boolean | Schema;
  readonly description?: string;
  readonly 'x-extension'?: boolean;
  readonly 'x-extension-values'?: readonly unknown[];
  readonly [keyword: string]: unknown;
}

/** A body of a request or a response. */
export interface Body {
  readonly type: string;
  readonly schema: Schema;
  readonly example: unknown;
}

interface Success {
  readonly status: string;
  readonly description: string;
  readonly headers: readonly { readonly name: string; readonly schema: Schema }[];
  /** Null for a response without a body. */
  readonly body: Body | null;
}

/** An operation with every reference to a shared parameter or response resolved. */
export interface ApiOperation {
  readonly id: string;
  /** In capitals. */
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly isDeprecated: boolean;
  readonly isExtension: boolean;
  readonly isSandboxOnly: boolean;
  readonly isAnonymous: boolean;
  /** What portal tokens may do here: READ or WRITE; null if they have no access. */
  readonly portal: string | null;
  /** Null if any credential will do. */
  readonly scope: string | null;
  readonly parameters: readonly Parameter[];
  readonly body: (Body & { readonly isRequired: boolean }) | null;
  readonly successes: readonly Success[];
  readonly errors: readonly string[];
}

export function listOperations(document: ApiDocument): ApiOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, described]) => ({
      ...{ id: described.operationId, method: method.toUpperCase(), path },
      ...{ tag: described.tags[0] ?? '', summary: described.summary },
      description: described.description ?? '',
      isDeprecated: described.deprecated ?? false,
      isExtension: described['x-extension'] ?? false,
      isSandboxOnly: described['x-sandbox-only'] ?? false,
      isAnonymous: described.security?.length === 0,
      portal: described['x-portal'] ?? null,
      scope: described['x-scope'] ?? null,
      parameters: (described.parameters ?? []).map((each) => resolve(each, document.components.parameters)),
      body: readRequestBody(described),
      ...readResponses(described, document),
    })),
  );
}

function readRequestBody({ requestBody }: Described): ApiOperation['body'] {
  const body = readBody(requestBody?.content);
  return body && { ...body, isRequired: requestBody?.required ?? false };
}

function readResponses(
  described: Described,
  { components, 'x-common-error-codes': common = [] }: ApiDocument,
): Pick<ApiOperation, 'successes' | 'errors'> {
  const responses = Object.entries(described.responses).map(
    ([status, each]) => [status, resolve(each, components.responses)] as const,
  );
  return {
    successes: responses
      .filter(([status]) => /^[23]/.test(status))
      .map(([status, { description, headers = {}, content }]) => ({
        ...{ status, description, body: readBody(content) },
        headers: Object.entries(headers).map(([name, { schema }]) => ({ name, schema })),
      })),
    errors: [...common, ...(described['x-error-codes'] ?? [])],
  };
}

function readBody(content: Content | undefined): Body | null {
  const [entry] = Object.entries(content ?? {});
  if (!entry) return null;
  const [type, { schema = {}, example }] = entry;
  return { type, schema, example };
}

function resolve<T extends object>(part: T | Reference, shared: Readonly<Record<string, T>> = {}): T {
  return '$ref' in part ? (shared[nameIn(part.$ref)] as T) : part;
}

/** The name of a component in a reference to it; empty for an inline schema. */
export function nameOf({ $ref = '' }: Schema): string {
  return nameIn($ref);
}

function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/** The names of all schemas to which a schema refers, apart from those to which they refer in turn. */
export function namesIn(schema: unknown): string[] {
  if (schema === null || typeof schema !== 'object') return [];
  const { $ref } = schema as Schema;
  return [...($ref ? [nameIn($ref)] : []), ...Object.values(schema).flatMap(namesIn)];
}
