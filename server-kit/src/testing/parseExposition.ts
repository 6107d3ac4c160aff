/** One line of Prometheus' text format that is a value. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Exposition {
  readonly samples: readonly Sample[];
  /** Every name that a query may ask for, also where nothing was measured yet. */
  readonly names: ReadonlySet<string>;
  /** The first value of a name with these labels among its own. */
  value(name: string, labels?: Readonly<Record<string, string>>): number | undefined;
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const HELP = new RegExp(`^# HELP (${NAME}) .+$`);
const TYPE = new RegExp(`^# TYPE (${NAME}) (counter|gauge|histogram|summary|untyped)$`);
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"/y;
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(.*)\\})? (NaN|[+-]?Inf|[+-]?\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?)$`);

const readLabels = (text: string, line: string): Record<string, string> => {
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  while (LABEL.lastIndex < text.length) {
    const [, name = '', value = ''] = LABEL.exec(text) ?? [];
    if (name === '' || Object.hasOwn(labels, name)) throw new Error(`These are no labels: ${line}`);
    labels[name] = value;
    if (LABEL.lastIndex < text.length && text[LABEL.lastIndex++] !== ',')
      throw new Error(`These are no labels: ${line}`);
  }
  return labels;
};

const readNumber = (text: string): number =>
  text.endsWith('Inf') ? Number(text.replace('Inf', 'Infinity')) : Number(text);

const findFamily = (name: string, types: ReadonlyMap<string, string>): string | undefined => {
  const base = name.replace(/_(?:bucket|sum|count)$/, '');
  return ['histogram', 'summary'].includes(types.get(base) ?? '') ? base : types.has(name) ? name : undefined;
};

/** Buckets grow, and the last one holds all. */
const checkHistograms = (samples: readonly Sample[]): void => {
  const before = new Map<string, { le: number; value: number }>();
  for (const { name, labels, value } of samples) {
    if (!name.endsWith('_bucket')) continue;
    const { le = '', ...rest } = labels;
    const key = `${name} ${JSON.stringify(Object.entries(rest).sort())}`;
    const last = before.get(key);
    const bound = readNumber(le);
    if (last && last.le !== Infinity && (bound <= last.le || value < last.value))
      throw new Error(`The buckets of ${key} do not grow`);
    before.set(key, { le: bound, value });
  }
  for (const [key, { le }] of before) if (le !== Infinity) throw new Error(`The last bucket of ${key} is not +Inf`);
};

/** Reads what a server exposes as strictly as promtool does. @throws at the first line that Prometheus would refuse. */
export const parseExposition = (text: string): Exposition => {
  if (!text.endsWith('\n')) throw new Error('The last line does not end');
  const types = new Map<string, string>();
  const samples: Sample[] = [];
  const seen = new Set<string>();
  for (const line of text.split('\n')) {
    if (line === '' || HELP.test(line)) continue;
    const [, typed, type] = TYPE.exec(line) ?? [];
    if (typed !== undefined && type !== undefined) {
      if (types.has(typed)) throw new Error(`A second type of ${typed}`);
      types.set(typed, type);
      continue;
    }
    const [, name, labelText = '', value = ''] = SAMPLE.exec(line) ?? [];
    if (name === undefined) throw new Error(`This is no line of the format: ${line}`);
    const labels = readLabels(labelText, line);
    const family = findFamily(name, types);
    if (family === undefined) throw new Error(`${name} has no type before it`);
    if (types.get(family) === 'counter' && readNumber(value) < 0) throw new Error(`A counter below 0: ${line}`);
    const key = `${name}${JSON.stringify(Object.entries(labels).sort())}`;
    if (seen.has(key)) throw new Error(`The same series twice: ${line}`);
    seen.add(key);
    samples.push({ name, labels, value: readNumber(value) });
  }
  checkHistograms(samples);
  return {
    samples,
    names: new Set(
      [...types].flatMap(([name, type]) =>
        type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : name,
      ),
    ),
    value: (name, labels = {}) =>
      samples.find(
        (sample) =>
          sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
      )?.value,
  };
};
