import { matching, type ReadSetting } from './read-setting.ts';

/** Where traces go, and which ones. */
export interface TraceSettings {
  /** The URL that takes spans by OTLP over HTTP. */
  url: string;
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  attributes: Readonly<Record<string, string>>;
  sampler: (typeof SAMPLERS)[number];
  /** Of traces begun here, from 0 to 1. */
  ratio: number;
}

const SAMPLERS = [
  ...(['always_on', 'always_off', 'traceidratio'] as const),
  ...(['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const),
];
const URL_RULE = 'must be a URL such as http://localhost:4318';
const ENDPOINT = matching(/^https?:\/\/[^\s?#]+$/, URL_RULE);
const PAIRS = {
  parse: parsePairs,
  rule: 'must be names with values such as api-key=value, separated by commas',
};
const SAMPLER = {
  parse: (text: string) => SAMPLERS.find((each) => each === text),
  rule: `must be one of ${SAMPLERS.join(', ')}`,
};
const RATIO = {
  parse: (text: string) => (/^(?:0(?:\.\d{1,6})?|1(?:\.0+)?)$/.test(text) ? Number(text) : undefined),
  rule: 'must be a number from 0 to 1 such as 0.1',
};

/** By the variables that OpenTelemetry specifies. Null: traces are off, because nobody takes them. */
export function readTraces(read: ReadSetting): TraceSettings | null {
  const endpoint = read('OTEL_EXPORTER_OTLP_ENDPOINT', null, ENDPOINT);
  const url = read('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', null, ENDPOINT);
  const headers = read('OTEL_EXPORTER_OTLP_HEADERS', {}, { ...PAIRS, isSecret: true });
  const settings = {
    ...{ headers, serviceName: read('OTEL_SERVICE_NAME', 'tallymark', matching(/\S/, 'must be a name')) },
    attributes: read('OTEL_RESOURCE_ATTRIBUTES', {}, PAIRS),
    sampler: read('OTEL_TRACES_SAMPLER', 'parentbased_traceidratio' as const, SAMPLER),
    ratio: read('OTEL_TRACES_SAMPLER_ARG', 0.1, RATIO),
  };
  if (url !== null) return { ...settings, url };
  return endpoint === null ? null : { ...settings, url: `${endpoint.replace(/\/+$/, '')}/v1/traces` };
}

/** Values are percent-encoded, as specified. */
function parsePairs(text: string): Record<string, string> | undefined {
  try {
    const pairs = text.split(',').map((pair) => {
      const [, name = '', value = ''] = /^\s*([^\s=]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? [];
      if (name === '') throw new Error('no pair');
      return [name, decodeURIComponent(value)];
    });
    return Object.fromEntries(pairs);
  } catch {
    return undefined;
  }
}
