const bounds = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

interface Times {
  readonly labels: string;
  /** How many took as long as each bound or less, and more than the one before; the last took longer than all. */
  readonly counts: number[];
  sumSeconds: number;
}

/**
 * A histogram by method, route and status, as Prometheus reads it. The library's own looks its labels up by a text it
 * makes for each observation, which is a fortieth of a small request.
 */
export class RequestTimes {
  private readonly routes = new Map<string, Map<string, Map<number, Times>>>();

  constructor(
    private readonly name: string,
    private readonly help: string,
  ) {}

  observe(method: string, route: string, status: number, seconds: number): void {
    const times = this.routes.get(route)?.get(method)?.get(status) ?? this.begun(method, route, status);
    let place = 0;
    while (place < bounds.length && seconds > bounds[place]) place += 1;
    times.counts[place] += 1;
    times.sumSeconds += seconds;
  }

  /** The text format: https://prometheus.io/docs/instrumenting/exposition_formats/ */
  text(): string {
    const all = [...this.routes.values()].flatMap((methods) =>
      [...methods.values()].flatMap((statuses) => [...statuses.values()]),
    );
    return [
      `# HELP ${this.name} ${this.help}`,
      `# TYPE ${this.name} histogram`,
      ...all.flatMap((times) => linesOf(this.name, times)),
      '',
    ].join('\n');
  }

  private begun(method: string, route: string, status: number): Times {
    const methods = ensure(this.routes, route, () => new Map<string, Map<number, Times>>());
    const statuses = ensure(methods, method, () => new Map<number, Times>());
    // Methods and patterns of routes are our own words: nothing in them needs escaping.
    return ensure(statuses, status, () => ({
      labels: `method="${method}",route="${route}",status="${status}"`,
      counts: Array.from({ length: bounds.length + 1 }, () => 0),
      sumSeconds: 0,
    }));
  }
}

function linesOf(name: string, { labels, counts, sumSeconds }: Times): string[] {
  let sum = 0;
  const buckets = [...bounds, '+Inf'].map(
    (bound, place) => `${name}_bucket{le="${bound}",${labels}} ${(sum += counts[place])}`,
  );
  return [...buckets, `${name}_sum{${labels}} ${sumSeconds}`, `${name}_count{${labels}} ${sum}`];
}

function ensure<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
