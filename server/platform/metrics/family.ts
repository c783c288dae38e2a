// A family of samples and its text, as Prometheus reads it.

type Labels = Readonly<Record<string, string>>;

export interface Sample {
  readonly labels?: Labels;
  readonly value: number;
  /** Of histograms: what the sample's name ends with. */
  readonly suffix?: '_bucket' | '_sum' | '_count';
}

export interface Family {
  readonly name: string;
  /** What it measures, for people. */
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly samples: readonly Sample[];
}

export const gauge = (name: string, help: string, value: number): Family => ({
  name,
  help,
  type: 'gauge',
  samples: [{ value }],
});

export const textOf = (families: readonly Family[]): string => families.flatMap(linesOf).join('');

function linesOf({ name, help, type, samples }: Family): string[] {
  const lines = samples.map(({ labels = {}, value, suffix = '' }) => `${name}${suffix}${labelText(labels)} ${value}\n`);
  return [`# HELP ${name} ${help}\n`, `# TYPE ${name} ${type}\n`, ...lines];
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

const escaped = (value: string) => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
