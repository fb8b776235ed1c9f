import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Contents } from './contents.ts';
import {
  type ApiDocument,
  type ApiOperation,
  listOperations,
  nameOf,
  namesIn,
  type Schema,
} from './document.ts';
import { slugOf } from './html.ts';
import { pageOfFile, type Target } from './links.ts';

/** A page from a Markdown file. */
export interface Article {
  readonly page: Target;
  /** Below `docs`, with `.md`. */
  readonly file: string;
  readonly title: string;
  readonly markdown: string;
}

export interface AreaPage {
  readonly page: Target;
  readonly title: string;
  readonly about: string;
  readonly operations: readonly ApiOperation[];
}

export interface ErrorEntry {
  readonly status: number;
  readonly message: string;
  readonly operations: readonly ApiOperation[];
}

interface Uses {
  readonly operations: readonly ApiOperation[];
  /** Names of schemas. */
  readonly objects: readonly string[];
}

/** Everything that the pages show, with the links between its parts. */
export interface Model {
  readonly document: ApiDocument;
  readonly sections: readonly {
    readonly title: string;
    readonly about: string;
    readonly articles: readonly Article[];
    readonly areas: readonly AreaPage[];
  }[];
  readonly articles: ReadonlyMap<Target, Article>;
  readonly areas: ReadonlyMap<Target, AreaPage>;
  readonly operations: ReadonlyMap<string, { readonly operation: ApiOperation; readonly target: Target }>;
  /** In the order of their names. */
  readonly schemas: ReadonlyMap<string, Schema>;
  readonly uses: ReadonlyMap<string, Uses>;
  /** A recorded example of each schema that occurs in one. */
  readonly examples: ReadonlyMap<string, unknown>;
  /** By code, in order. */
  readonly errors: ReadonlyMap<string, ErrorEntry>;
  /** Codes that every operation may return. */
  readonly commonErrors: ReadonlySet<string>;
}

export interface ModelSources {
  readonly document: ApiDocument;
  readonly contents: Contents;
  readonly articles: readonly Article[];
}

/** Reads the Markdown files of the contents from a folder. */
export function readArticles(contents: Contents, folder: string): Promise<Article[]> {
  const names = contents.flatMap(({ pages = [] }) => pages);
  return Promise.all(
    names.map(async (name) => {
      const markdown = await readFile(join(folder, `${name}.md`), 'utf8');
      const title = /^# (.+)$/m.exec(markdown)?.[1] ?? name;
      return { page: pageOfFile(name), file: `${name}.md`, title: title.replaceAll('`', ''), markdown };
    }),
  );
}

/** Yields between its steps, each of which is short. */
export function* modelInSteps({ document, contents, articles }: ModelSources): Generator<undefined, Model> {
  const all = listOperations(document);
  yield;
  const areas = listAreas(document, all);
  yield;
  const uses = yield* findUses(document, all);
  const examples = yield* findExamples(document, all);
  const byFile = new Map(articles.map((article) => [article.file, article]));
  const byTitle = new Map(areas.map((area) => [area.title, area]));
  const groups = new Map(document['x-tagGroups']?.map(({ name, tags }) => [name, tags]));
  const errors = listErrors(document, all);
  return {
    ...{ document, uses, examples, errors },
    sections: contents.map(({ title, about, pages = [] }) => ({
      ...{ title, about },
      articles: pages.map((name) => byFile.get(`${name}.md`)).filter((each) => each !== undefined),
      areas: (groups.get(title) ?? []).map((tag) => byTitle.get(tag)).filter((each) => each !== undefined),
    })),
    articles: new Map(articles.map((article) => [article.page, article])),
    areas: new Map(areas.map((area) => [area.page, area])),
    operations: new Map(
      areas.flatMap(({ page, operations }) =>
        operations.map((operation) => [operation.id, { operation, target: `${page}#${operation.id}` }]),
      ),
    ),
    schemas: new Map(Object.entries(document.components.schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
    commonErrors: new Set(
      [...errors].filter(([, { operations }]) => operations.length === all.length).map(([code]) => code),
    ),
  };
}

function listAreas(document: ApiDocument, operations: readonly ApiOperation[]): AreaPage[] {
  const byTag = Map.groupBy(operations, ({ tag }) => tag);
  return (document.tags ?? []).map(({ name, description = '' }) => ({
    page: `reference/${slugOf(name)}`,
    title: name,
    about: description,
    operations: byTag.get(name) ?? [],
  }));
}

function listErrors(document: ApiDocument, all: readonly ApiOperation[]): Map<string, ErrorEntry> {
  const users = new Map<string, ApiOperation[]>();
  for (const operation of all)
    for (const code of operation.errors) users.getOrInsertComputed(code, () => []).push(operation);
  const codes = Object.entries(document['x-errors'] ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return new Map(codes.map(([code, entry]) => [code, { ...entry, operations: users.get(code) ?? [] }]));
}

function* findUses(
  document: ApiDocument,
  all: readonly ApiOperation[],
): Generator<undefined, Map<string, Uses>> {
  const operations = new Map<string, Set<ApiOperation>>();
  const objects = new Map<string, Set<string>>();
  for (const operation of all) {
    const bodies = [operation.body, ...operation.successes.map(({ body }) => body)];
    for (const name of namesIn(bodies.map((body) => body?.schema)))
      operations.getOrInsertComputed(name, () => new Set()).add(operation);
  }
  yield;
  for (const [user, schema] of Object.entries(document.components.schemas)) {
    for (const name of namesIn(schema)) objects.getOrInsertComputed(name, () => new Set()).add(user);
    yield;
  }
  const names = Object.keys(document.components.schemas);
  return new Map(
    names.map((name) => [
      name,
      { operations: [...(operations.get(name) ?? [])], objects: [...(objects.get(name) ?? [])].sort() },
    ]),
  );
}

function* findExamples(
  { components }: ApiDocument,
  all: readonly ApiOperation[],
): Generator<undefined, Map<string, unknown>> {
  const found = new Map<string, unknown>();
  const collect = (schema: Schema, value: unknown): void => {
    if (value === undefined || value === null) return;
    const name = nameOf(schema);
    if (name && !found.has(name)) found.set(name, value);
    const { anyOf = [], items, properties = {} } = (name ? components.schemas[name] : schema) ?? {};
    for (const variant of anyOf) collect(variant, value);
    if (Array.isArray(value)) {
      if (items) for (const item of value) collect(items, item);
    } else if (typeof value === 'object') {
      for (const [key, member] of Object.entries(value))
        if (properties[key]) collect(properties[key], member);
    }
  };
  for (const { body, successes } of all) {
    for (const each of [...successes.map((success) => success.body), body])
      if (each) collect(each.schema, each.example);
    yield;
  }
  return found;
}
