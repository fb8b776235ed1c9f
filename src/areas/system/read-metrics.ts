/** A sample of the exposition text. */
interface Sample {
  name: string;
  labels: Readonly<Record<string, string>>;
  value: number;
}

/** Sums samples of metrics by name, with labels that match. */
export type SumMetric = (name: string, matching?: Readonly<Record<string, RegExp>>) => number;

const LINE = /^([a-z_]+)(?:\{([^}]*)\})? (\S+)$/;
const LABEL = /([a-z]+)="((?:[^"\\]|\\.)*)"/g;

/** The samples of the product in the text that Prometheus reads: nothing is counted in a second way. */
export function readMetrics(text: string): SumMetric {
  const samples: Sample[] = [];
  for (const line of text.split('\n')) {
    if (!line.startsWith('tallymark_')) continue;
    const [, name = '', labels = '', value = ''] = LINE.exec(line) ?? [];
    const pairs = [...labels.matchAll(LABEL)].map(([, label = '', each = '']) => [label, each]);
    if (name !== '') samples.push({ name, labels: Object.fromEntries(pairs), value: Number(value) });
  }
  return (name, matching = {}) =>
    samples
      .filter((each) => each.name === name)
      .filter(({ labels }) =>
        Object.entries(matching).every(([label, form]) => form.test(labels[label] ?? '')),
      )
      .reduce((sum, { value }) => sum + value, 0);
}
