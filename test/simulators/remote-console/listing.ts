import { type Answer, type Body, problem } from './console-state.js';

export interface ListingRules {
  /** Parameters this list knows beside page and page_size. */
  readonly knows: readonly ('filter' | 'sort')[];
  readonly operators: readonly string[];
  /** What happens to other parameters, and to a filter the list does not know. */
  readonly unknownParameters: 'refuse' | 'ignore';
}

/** A HAL page of `rows` as the query asks for it. */
export function listing(
  rel: string,
  rows: readonly Body[],
  path: string,
  query: URLSearchParams,
  rules: ListingRules,
): Answer {
  const filters: { field: string; op: string; value: string }[] = [];
  for (const [name, value] of query) {
    const bracket = /^filter\[(\w+)\](?:\[(\w+)\])?$/.exec(name);
    const known =
      ['page', 'page_size'].includes(name) ||
      (rules.knows as string[]).includes(bracket || name === 'filter' ? 'filter' : name);
    if (!known) {
      if (rules.unknownParameters === 'refuse') return problem(400, `Unknown parameter ${name}`);
      continue;
    }
    if (bracket) filters.push({ field: bracket[1], op: bracket[2] ?? 'eq', value });
    if (name === 'filter')
      for (const [field, wanted] of Object.entries(JSON.parse(value) as Body))
        filters.push({ field, op: 'eq', value: String(wanted) });
  }
  const badOperator = filters.find(({ op }) => !rules.operators.includes(op));
  if (badOperator) return problem(400, `Unknown operator ${badOperator.op}`);
  const page = Number(query.get('page') ?? 1);
  const size = Number(query.get('page_size') ?? 25);
  if (!(page >= 1) || !(size >= 1 && size <= 100))
    return problem(400, 'page is a number from 1, page_size from 1 to 100');
  const found = rows.filter((row) =>
    filters.every(({ field, op, value }) =>
      op === 'in' ? value.split(',').includes(String(row[field])) : String(row[field]) === value,
    ),
  );
  const pages = Math.max(1, Math.ceil(found.length / size));
  const link = (number: number) => ({ href: `${path}?page=${number}&page_size=${size}` });
  return {
    status: 200,
    body: {
      _embedded: { [rel]: found.slice((page - 1) * size, page * size) },
      page,
      page_size: size,
      page_count: pages,
      total_items: found.length,
      _links: {
        self: link(page),
        first: link(1),
        last: link(pages),
        ...(page < pages ? { next: link(page + 1) } : {}),
        ...(page > 1 ? { prev: link(page - 1) } : {}),
      },
    },
  };
}
