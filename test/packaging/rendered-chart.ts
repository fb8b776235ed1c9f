import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse, parseAllDocuments } from 'yaml';

const ROOT = join(import.meta.dirname, '../..');
export const CHART = join(ROOT, 'packaging/helm/tallymark');
const LIBRARIES = '/usr/share/gocode';
const NEEDED = [
  '/usr/bin/go',
  `${LIBRARIES}/src/github.com/Masterminds/sprig`,
  `${LIBRARIES}/src/sigs.k8s.io/yaml`,
];
const run = promisify(execFile);

interface Probe {
  httpGet: { path: string; port?: string };
}

interface Container extends Record<'startupProbe' | 'livenessProbe' | 'readinessProbe', Probe> {
  image: string;
  args?: string[];
  env: { name: string; value: string }[];
  envFrom: unknown;
  securityContext: unknown;
  volumeMounts: { mountPath: string }[];
}

export interface Pod {
  metadata: { labels: Record<string, string> };
  spec: {
    automountServiceAccountToken: boolean;
    securityContext: unknown;
    terminationGracePeriodSeconds: number;
    containers: [Container];
  };
}

/** With the members that tests read; which of them a resource has depends on its kind. */
export interface Resource {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels: Record<string, string>; annotations?: Record<string, string> };
  spec: { template: Pod; selector: { matchLabels: Record<string, string> }; maxUnavailable: number };
}

export interface Rendered {
  resources: Resource[];
  notes: string;
}

export type Render = (values: object) => Promise<Rendered>;

export const canRender = NEEDED.every((path) => existsSync(path));

/** Compiles the renderer; `remove` takes it away. */
export async function makeRenderer(): Promise<{ render: Render; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'tallymark-chart-'));
  const program = join(folder, 'render');
  const env = {
    PATH: process.env.PATH,
    GO111MODULE: 'off',
    GOPATH: LIBRARIES,
    GOCACHE: join(folder, 'cache'),
  };
  const source = join(import.meta.dirname, 'render-chart.go');
  await run('/usr/bin/go', ['build', '-o', program, source], { cwd: folder, env });
  return {
    render: async (values) => {
      const path = join(folder, 'values.json');
      await writeFile(path, JSON.stringify(merge(defaults(), values)));
      const { stdout } = await run(program, [CHART, path]);
      const { 'NOTES.txt': notes = '', ...files } = JSON.parse(stdout) as Record<string, string>;
      const documents = Object.values(files).flatMap((text) => [...parseAllDocuments(text)]);
      for (const { errors } of documents) if (errors[0]) throw errors[0];
      return { resources: documents.map((each) => each.toJS()).filter((each) => each !== null), notes };
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

export function defaults(): object {
  return parse(readFileSync(join(CHART, 'values.yaml'), 'utf8'));
}

/** As Helm merges values: objects by member, everything else whole. */
export function merge(base: object, given: object): object {
  const merged: Record<string, unknown> = { ...base };
  for (const [name, value] of Object.entries(given))
    merged[name] = isObject(value) && isObject(merged[name]) ? merge(merged[name], value) : value;
  return merged;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
