import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { areas } from '#app';
import { contents } from '#contents';
import { documentInSteps } from '#platform/http/openapi.ts';
import { SCOPES } from '#platform/http/operation.ts';
import { partOf } from '#test/document-parts.ts';
import { pathParameters } from '#test/every-operation.ts';
import { OPENAPI_FILE, openApiText } from '../../tools/openapi.ts';
import { fileName, INDEX_FILE, indexText } from '../../tools/operations-index.ts';
import { SETTINGS_FILE, settingsText } from '../../tools/settings-page.ts';

const root = join(import.meta.dirname, '../..');
const operations = areas.flatMap((area) =>
  area.operations.map((operation) => ({ area: area.name, operation })),
);

describe('the committed documents are up to date', () => {
  it.each([
    ['openapi.json', OPENAPI_FILE, openApiText, 'tools/openapi.ts'],
    ['docs/operations.md', INDEX_FILE, indexText, 'tools/operations-index.ts'],
    ['docs/organization-settings.md', SETTINGS_FILE, settingsText, 'tools/settings-page.ts'],
  ])('%s', (name, file, print, tool) => {
    const committed = existsSync(file) ? readFileSync(file, 'utf8') : '';
    const isCurrent = committed === print();
    expect(isCurrent, `${name} is out of date, run: node_modules/.bin/node ${tool}`).toBe(true);
  });

  it('the index leads to files that are there', () => {
    for (const { area, operation } of operations)
      expect(
        existsSync(join(root, `src/areas/${area}/operations/${fileName(operation.id)}.ts`)),
        operation.id,
      ).toBe(true);
  });
});

describe('the declarations', () => {
  it('have unique ids and addresses', () => {
    const repeated = (keys: string[]) => keys.filter((key, i) => keys.indexOf(key) !== i);
    expect(repeated(operations.map(({ operation }) => operation.id))).toEqual([]);
    const address = (route: string) => route.replace(/\{\w+\}/g, '{}');
    expect(
      repeated(operations.map(({ operation: { method, route } }) => `${method} ${address(route)}`)),
    ).toEqual([]);
  });

  it('declare the parameters of their paths, and scopes that exist', () => {
    for (const { operation } of operations) {
      const declared = Object.keys(operation.request?.params?.properties ?? {});
      expect(declared.sort(), operation.id).toEqual(pathParameters(operation).sort());
      if (operation.scope !== null) expect(SCOPES).toContain(operation.scope);
    }
  });

  it('have one sentence as summary, and one status for each code of their problems', () => {
    const statuses = new Map<string, number>();
    for (const { operation } of operations) {
      expect(operation.summary, operation.id).toMatch(/^[A-Z].*[^.]$/);
      for (const { code, status } of operation.problems ?? []) {
        expect([code, statuses.get(code) ?? status]).toEqual([code, status]);
        statuses.set(code, status);
      }
    }
  });
});

describe('the document', () => {
  const document = JSON.parse(openApiText());

  it('groups the tags of its operations in the order of the reference, each in one group', () => {
    const tagged = new Set(areas.filter((area) => area.operations.length > 0).map(({ title }) => title));
    const grouped = (document['x-tagGroups'] as { tags: string[] }[]).flatMap(({ tags }) => tags);
    expect(grouped.toSorted()).toEqual([...tagged].sort());
    const tags: { name: string; description: string }[] = document.tags;
    expect(tags.map(({ name }) => name)).toEqual(grouped);
    expect(tags.filter(({ description }) => !/^[A-Z].+\.$/.test(description))).toEqual([]);
    const sections = contents.flatMap(({ areas: sentences = {} }) => Object.keys(sentences));
    expect(sections).toHaveLength(new Set(sections).size);
  });
  // References as calls: the components are many times as long as what refers to them.
  const ajv = new Ajv2020({
    ...{ strict: true, strictTypes: false, strictRequired: false },
    ...{ inlineRefs: false, code: { optimize: false } },
  });
  ajv.addFormat('date-time', true).addFormat('date', true);
  ajv.addVocabulary(['x-extension', 'x-extension-values']);
  const local = (schema: unknown) =>
    JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', `${COMPONENTS}#/$defs/`));
  ajv.addSchema({ $id: COMPONENTS, $defs: local(document.components.schemas) });

  it('is strict about every schema it holds, and refers to nothing outside', () => {
    const broken: string[] = [];
    // A schema that stands in many places is compiled for one of them.
    const places = new Map(
      [...schemasOf(document)].map(([place, schema]) => [JSON.stringify(schema), place]),
    );
    for (const [schema, place] of places) {
      try {
        ajv.compile(local(JSON.parse(schema)) as object);
      } catch (error) {
        broken.push(`${place}: ${error}`);
      }
    }
    expect(broken).toEqual([]);
  });

  it('says nothing in keywords of our own', () => {
    expect(JSON.stringify(document)).not.toMatch(/"(?:instant|plainDate|multiline|decimal|component|~\w+)":/);
  });

  it('names what people read and write, and every body', () => {
    const { schemas } = document.components;
    for (const name of RESOURCES) expect(schemas, name).toHaveProperty(name);
    expect(Object.keys(schemas).filter((name) => !/^[A-Z][A-Za-z0-9]{1,59}$/.test(name))).toEqual([]);
    const unnamed: string[] = [];
    for (const [place, schema] of schemasOf(document).filter(([place]) => place.startsWith('body of ')))
      if (!(schema as Node).$ref) unnamed.push(place);
    expect(unnamed).toEqual([]);
  });

  it('writes down nothing twice that is longer than a reference', () => {
    const { Address, ...others } = document.components.schemas;
    expect(Object.keys(Address.properties)).toContain('postalCode');
    expect(JSON.stringify([others, document.paths])).not.toContain('"line2":{"type":"string"');
  });

  it('has no map that mixes typed members with texts', () => {
    const mixed: string[] = [];
    for (const [place, schema] of schemasOf(document))
      walk(schema, place, ({ properties, additionalProperties }, at) => {
        if (properties && typeof additionalProperties === 'object') mixed.push(at);
      });
    expect(mixed).toEqual([]);
  });

  it('has every error that is declared, with its message and its one status', () => {
    const catalogue: Record<string, { status: number; message: string }> = document['x-errors'];
    for (const [code, { message }] of Object.entries(catalogue))
      expect(message, code).toMatch(/^(?!.*(?:undefined|NaN|null|=>|\{\})).{5,}$/s);
    for (const { operation } of operations)
      for (const { code, status } of operation.problems ?? []) expect(catalogue[code]?.status).toBe(status);
    const missing = declaredCodes().filter((code) => !(code in catalogue));
    expect(missing.sort()).toEqual(ELSEWHERE);
  });

  it('has an example of every request and of every response, which fit their schemas', () => {
    const lacking: string[] = [];
    for (const { at, described } of operationsOf(document)) {
      const { operationId, requestBody, responses, parameters = [] } = described;
      const answers = Object.entries(responses).filter(([status]) => /^2/.test(status));
      const bodies = [requestBody, ...answers.map(([, response]) => response)];
      const media = bodies.flatMap((body) => Object.values(body?.content ?? {}));
      const shown = media.filter((each) => 'example' in each);
      for (const { schema, example } of shown) {
        const fits = ajv.compile(local(schema) as object);
        if (!fits(example)) lacking.push(`${at}: ${ajv.errorsText(fits.errors)}`);
      }
      // Of the statuses of a success one is shown.
      const hasResponse = answers.some(([, { content = {} }]) => Object.values(content).some(hasExample));
      if (!hasResponse && answers.length > 0) lacking.push(`${operationId} has no example of its answer`);
      if (requestBody && !Object.values(requestBody.content ?? {}).some(hasExample))
        lacking.push(`${operationId} has no example of its request`);
      for (const each of parameters.map((part): Parameter => partOf(document, part)))
        if (each.in === 'path' && !('example' in each)) lacking.push(`${operationId} ${each.name}`);
    }
    expect(lacking).toEqual([]);
  });

  it('is made an operation at a time, so that others have their turn', () => {
    const all = operations.map(({ operation }) => operation);
    expect([...documentInSteps(all, { prefix: 'platform' })].length).toBeGreaterThan(all.length);
  });

  // 0.9 MB and 90 kB compressed for 296 operations; each further one may add its share.
  it('is small enough to be loaded at once', () => {
    const served = JSON.stringify(document);
    expect(Buffer.byteLength(served) / operations.length).toBeLessThan(3_100);
    expect(brotliCompressSync(served).length / operations.length).toBeLessThan(300);
  });

  it('marks extensions, and every path either is one or belongs to the public API', () => {
    for (const [path, item] of Object.entries<Record<string, Record<string, unknown>>>(document.paths))
      for (const described of Object.values(item))
        expect(described['x-extension'] === true).toBe(path.startsWith('/ext/v1/'));
  });

  it('marks members and values that the public API does not have', () => {
    const { UsageRateCard, Slab } = document.components.schemas;
    const marked: string[] = [];
    walk({ properties: { UsageRateCard, Slab } }, 'schemas', (node, at) => {
      if (node['x-extension'] || node['x-extension-values']) marked.push(at.replace(/^.+\./, ''));
    });
    expect(marked).toContain('priceMeterId');
    expect(marked).toContain('priceType');
  });

  it('asks nobody for a member that the public API does not have', () => {
    const requested: string[] = [];
    for (const [place, schema] of schemasOf(document))
      walk(schema, place, ({ properties, required }, at) => {
        for (const name of (required as string[] | undefined) ?? [])
          if ((properties as Record<string, Node>)[name]?.['x-extension']) requested.push(`${at}.${name}`);
      });
    expect(requested).toEqual([]);
  });

  it('closes request bodies and limits what they may hold', () => {
    const open: string[] = [];
    for (const { operation } of operations) {
      const body = operation.request?.body;
      if (body)
        walk(body, operation.id, (node, at) => {
          const {
            type,
            enum: values,
            pattern,
            maxLength,
            maxItems,
            maxProperties,
            additionalProperties,
          } = node;
          const types = [type].flat();
          const isText = types.includes('string') && !values && !node.instant && !node.plainDate;
          if (isText && maxLength === undefined)
            open.push(`${at}: a text without maxLength ${pattern ?? ''}`);
          if (types.includes('array') && maxItems === undefined) open.push(`${at}: a list without maxItems`);
          const isMap = typeof additionalProperties === 'object';
          if (isMap && maxProperties === undefined) open.push(`${at}: a map without maxProperties`);
        });
    }
    // The number of events is checked by hand, because it has a status of its own.
    expect(open).toEqual(['ingestBatch.events: a list without maxItems']);
  });
});

/** Resources by the names under which clients import them. */
const RESOURCES = [
  ...['Account', 'AddOn', 'Address', 'Alert', 'Alias', 'ApiKey', 'AuditEntry', 'SellerEntity', 'Contact'],
  ...[
    'Credit',
    'Customer',
    'Error',
    'Event',
    'EventSchema',
    'Feature',
    'FeatureCredits',
    'Import',
    'Incident',
  ],
  ...['Invoice', 'InvoiceGroup', 'InvoiceLineItem', 'InvoiceSummary', 'InvoiceTemplate', 'Job', 'Mail'],
  ...[
    'Organization',
    'Payment',
    'PaymentProvider',
    'PaymentRequest',
    'PricePlan',
    'PricePlanV2',
    'PricingRule',
  ],
  ...['Proposal', 'Purchase', 'RateCard', 'RatePlan', 'Report', 'ReportTemplate', 'Setting', 'TaxId'],
  ...['UsageMeter', 'Wallet', 'WalletEntry', 'Webhook', 'WebhookDelivery', 'WebhookEvent'],
];

/**
 * Of health and signed links, which are no operations; reasons of jobs and of stale approvals; what is tried
 * again.
 */
const ELSEWHERE = [
  ...['LINK_INVALID', 'NOT_READY', 'STORAGE_UNAVAILABLE', 'UPLOAD_EMPTY', 'UPLOAD_TOO_LARGE', 'UPLOAD_TAKEN'],
  ...['CONFIGURATION_REFUSED', 'CORRECTION_FAILED', 'ONGOING_UPDATES_NOT_ALLOWED'],
  ...['CREDIT_OVERDRAWN', 'TOPUP_REFUNDED', 'INVOICE_CHANGED_SINCE_REVIEW', 'SELECTION_TOO_LARGE'],
  ...['EFFECTS_CHANGED', 'INVOICE_TOTAL_CHANGED'],
].sort();

/** Codes that stand in a declaration of the sources, wherever it is raised. */
function declaredCodes(): string[] {
  const files = globSync('src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] });
  expect(files.length).toBeGreaterThan(1000);
  const declared = /^(?! \*).*\b(?:problemKind|new Problem)(?:<[^>]*>)?\(\s*'([A-Z_]+)'/gm;
  const texts = files.map((file) => readFileSync(join(root, file), 'utf8'));
  return [...new Set(texts.flatMap((text) => [...text.matchAll(declared)].map(([, code]) => code ?? '')))];
}

const COMPONENTS = 'https://tallymark.invalid/components';

type Node = Record<string, unknown>;

function walk(node: unknown, at: string, visit: (node: Node, at: string) => void): void {
  if (node === null || typeof node !== 'object') return;
  const { properties, items, additionalProperties, anyOf } = node as Node;
  visit(node as Node, at);
  for (const [name, member] of Object.entries((properties as Node) ?? {}))
    walk(member, `${at}.${name}`, visit);
  walk(items, `${at}[]`, visit);
  walk(additionalProperties, `${at}.*`, visit);
  for (const branch of (anyOf as unknown[]) ?? []) walk(branch, at, visit);
}

interface Described {
  paths: Record<string, Record<string, Node>>;
  components: { schemas: Record<string, unknown>; parameters: Record<string, { schema: unknown }> };
}

function hasExample(media: object): boolean {
  return 'example' in media;
}

function operationsOf(document: Described): { at: string; described: Content }[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, described]) => ({
      at: `${method} ${path}`,
      described: described as unknown as Content,
    })),
  );
}

function schemasOf(document: Described): [string, unknown][] {
  const operations = operationsOf(document);
  const parameters = operations.flatMap(({ at, described }) =>
    (described.parameters ?? [])
      .filter((each) => 'schema' in each)
      .map(({ name, schema }) => [`${at} ${name}`, schema] as [string, unknown]),
  );
  const shared = Object.entries(document.components.parameters).map(
    ([name, { schema }]) => [`parameter ${name}`, schema] as [string, unknown],
  );
  const bodies = operations.flatMap(({ at, described: { requestBody, responses } }) =>
    Object.entries({ request: requestBody, ...responses }).flatMap(([name, body]) =>
      Object.entries(body?.content ?? {})
        .filter(([type, { schema }]) => type === 'application/json' && isCompound(schema))
        .map(([, { schema }]) => [`body of ${at} ${name}`, schema] as [string, unknown]),
    ),
  );
  return [...Object.entries(document.components.schemas), ...shared, ...parameters, ...bodies];
}

/** Unlike a single value, which needs no name. */
function isCompound(schema: unknown): boolean {
  const { type } = (schema ?? {}) as Node;
  return !['string', 'integer', 'number', 'boolean'].includes(String(type));
}

interface Body {
  content?: Record<string, { schema?: unknown; example?: unknown }>;
}

interface Parameter {
  name: string;
  in: string;
  schema: unknown;
}

interface Content {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: Body;
  responses: Record<string, Body>;
}
