/** A sample of the exposition text. */
interface Sample {
  name: string;
  labels: Readonly<Record<string, string>>;
  value: number;
}

type Matching = Readonly<Record<string, RegExp>>;

/** Samples of metrics by name, with labels that match; 0 if there are none. */
export interface Metrics {
  sum(name: string, matching?: Matching): number;
  max(name: string, matching?: Matching): number;
}

const LINE = /^([a-z_]+)(?:\{([^}]*)\})? (\S+)$/;
const LABEL = /([a-z]+)="((?:[^"\\]|\\.)*)"/g;

/** The samples of the product in the text that Prometheus reads: nothing is counted in a second way. */
export function readMetrics(text: string): Metrics {
  const samples: Sample[] = [];
  for (const line of text.split('\n')) {
    if (!line.startsWith('tallymark_')) continue;
    const [, name = '', labels = '', value = ''] = LINE.exec(line) ?? [];
    const pairs = [...labels.matchAll(LABEL)].map(([, label = '', each = '']) => [label, each]);
    if (name !== '') samples.push({ name, labels: Object.fromEntries(pairs), value: Number(value) });
  }
  const valuesOf = (name: string, matching: Matching = {}) =>
    samples
      .filter((each) => each.name === name)
      .filter(({ labels }) =>
        Object.entries(matching).every(([label, form]) => form.test(labels[label] ?? '')),
      )
      .map(({ value }) => value);
  return {
    sum: (name, matching) => valuesOf(name, matching).reduce((sum, value) => sum + value, 0),
    max: (name, matching) => Math.max(0, ...valuesOf(name, matching)),
  };
}
