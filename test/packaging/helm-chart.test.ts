import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { misspeltSettings } from '#config';
import {
  CHART,
  canRender,
  defaults,
  makeRenderer,
  merge,
  type Pod,
  type Rendered,
  type Resource,
} from './rendered-chart.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(path, 'utf8');
/** What a deployment must set. */
const LEAST = { existingSecret: 'billing', masterKeySecret: 'billing-master-key' };
const EVERYTHING = {
  ...LEAST,
  settings: { PUBLIC_URL: 'https://billing.example.com', S3_ENDPOINT: 'https://s3.example.com' },
  image: { pullSecrets: [{ name: 'registry' }], tag: '9.9.9' },
  files: { existingClaim: 'billing-files' },
  ingress: {
    enabled: true,
    className: 'nginx',
    host: 'billing.example.com',
    tlsSecret: 'tls',
    annotations: { a: 'b' },
  },
  networkPolicy: { enabled: true, from: [{ namespaceSelector: { matchLabels: { name: 'ingress' } } }] },
  podMonitor: { enabled: true, labels: { release: 'prometheus' } },
  podAnnotations: { team: 'billing' },
  nodeSelector: { disk: 'ssd' },
  tolerations: [{ key: 'billing', operator: 'Exists' }],
  affinity: { nodeAffinity: {} },
};

describe('the values', () => {
  const isValid = new Ajv({ allErrors: true }).compile(JSON.parse(read(join(CHART, 'values.schema.json'))));

  it.each([
    // values, valid
    [LEAST, true],
    [EVERYTHING, true],
    [{}, false],
    [{ ...LEAST, masterKeySecret: '' }, false],
    [{ ...LEAST, replicas: 2 }, false],
    [{ ...LEAST, shutdownDelaySeconds: 301 }, false],
    [{ ...LEAST, api: { replicas: '2' } }, false],
    [{ ...LEAST, settings: { PORT: 4000 } }, false],
  ])('%o: valid %s', (values, valid) => {
    expect(isValid(merge(defaults(), values))).toBe(valid);
  });

  it('have the version of the package', () => {
    const { version } = JSON.parse(read(join(ROOT, 'package.json')));
    const chart = parse(read(join(CHART, 'Chart.yaml')));
    expect([chart.version, chart.appVersion]).toEqual([version, version]);
  });
});

let renderer: Awaited<ReturnType<typeof makeRenderer>>;
beforeAll(async () => {
  if (canRender) renderer = await makeRenderer();
});
afterAll(() => renderer?.remove());

describe.each([
  ['what must be set', LEAST],
  ['everything that can be set', EVERYTHING],
])('rendered with %s', (_, values) => {
  let rendered: Rendered;
  beforeAll(async () => {
    if (canRender) rendered = await renderer.render(values);
  });
  beforeEach(({ skip }) => {
    if (!canRender) skip('Go, sprig and sigs.k8s.io/yaml are not installed on this machine');
  });
  const named = (kind: string): Resource[] => rendered.resources.filter((each) => each.kind === kind);
  const pods = () => [...named('Deployment'), ...named('Job')].map(({ spec }) => spec.template);

  it('is valid Kubernetes', async () => {
    const standard = rendered.resources.filter(({ kind }) => kind !== 'PodMonitor');
    expect(standard.length).toBeGreaterThan(4);
    for (const each of standard) await validate(each);
    const broken = structuredClone(named('Deployment')[0] as Resource);
    broken.spec.template.spec.containers[0].livenessProbe = { httpGet: { path: '/live' } };
    await expect(validate(broken)).rejects.toThrow('port');
  });

  it('has one deployment for each role, whose pods its selector and the service find', () => {
    const roles = named('Deployment').map(({ spec }) => environment(spec.template).ROLES);
    expect(roles.sort()).toEqual(['api', 'worker']);
    for (const { spec } of [...named('Deployment')])
      expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
    const [service] = named('Service');
    const [api] = named('Deployment').filter(({ metadata }) => metadata.name.endsWith('-api'));
    expect(api?.spec.template.metadata.labels).toMatchObject(service?.spec.selector ?? {});
    expect(named('PodDisruptionBudget').map(({ spec }) => spec.maxUnavailable)).toEqual([1]);
  });

  it('runs without rights, and writes to its volumes alone', () => {
    for (const { spec } of pods()) {
      expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10_001, fsGroup: 10_001 });
      expect(spec.automountServiceAccountToken).toBe(false);
      const [container] = spec.containers;
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      const mounts = container.volumeMounts.map(({ mountPath }) => mountPath);
      expect(mounts).toEqual(['/data', '/tmp', '/etc/tallymark']);
    }
  });

  it('asks /live and /ready, and waits for a clean stop', () => {
    for (const { spec } of named('Deployment').map(({ spec }) => spec.template)) {
      const [{ startupProbe, livenessProbe, readinessProbe }] = spec.containers;
      const paths = [startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet.path);
      expect(paths).toEqual(['/live', '/live', '/ready']);
      const delay = Number(environment({ spec }).SHUTDOWN_DELAY);
      expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(delay + 28);
    }
  });

  it('migrates before the pods are replaced, by the same image', () => {
    const [job] = named('Job');
    expect(job?.metadata.annotations?.['helm.sh/hook']).toBe('pre-install,pre-upgrade');
    const [container] = job?.spec.template.spec.containers ?? [];
    expect(container?.args).toEqual(['migrate']);
    const images = pods().map(({ spec }) => spec.containers[0].image);
    expect(new Set(images).size).toBe(1);
  });

  it('sets only what the service knows, and takes secrets from the Secret', () => {
    for (const pod of pods()) {
      expect(misspeltSettings(environment(pod))).toEqual([]);
      expect(pod.spec.containers[0].envFrom).toEqual([{ secretRef: { name: 'billing' } }]);
    }
  });

  it('says how the first user is created, and whether files would be lost', () => {
    expect(rendered.notes).toContain('deploy/billing-tallymark-api -- tallymark user setup default');
    expect(rendered.notes.includes('WARNING')).toBe(values === LEAST);
  });
});

/** By the class of its kind, which has the schema of Kubernetes. */
async function validate(resource: Resource): Promise<void> {
  const path = ['kubernetes-models', resource.apiVersion, resource.kind].join('/');
  const module = await import(path);
  new module[resource.kind](resource).validate();
}

function environment(pod: Pick<Pod, 'spec'>): Record<string, string> {
  const [{ env }] = pod.spec.containers;
  return Object.fromEntries(env.map(({ name, value }) => [name, value]));
}
