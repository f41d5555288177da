import { api } from '../../api/client';
import { type Api, pageOf } from '../../api/types';
import type { Values } from '../../parts/form/form-field';
import { resourceOf } from '../../parts/record/resource';

export type Policy = Api<'PolicyDto'>;
export type Condition = Api<'ConditionDto'>;

export const policies = resourceOf<Policy>('policies');

/** As many as can be put in order by hand. */
const mostOrdered = 100;

/** All of them, in the order in which they are tried; undefined: too many. */
export const policyOrder = {
  queryKey: ['policies', 'order'],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<readonly Policy[] | null> => {
    const query = { sort: 'priority:asc,effect:asc', page_size: mostOrdered };
    const { rows, total } = pageOf<Policy>((await api.GET('/policies', { params: { query }, signal })).data!);
    return total > mostOrdered ? null : rows;
  },
};

/** Puts one before another; only what has to get another number is changed. */
export async function movePolicy(order: readonly Policy[], id: string, place: number): Promise<void> {
  const moved = order.find((policy) => policy.id === id);
  if (!moved) return;
  const others = order.filter((policy) => policy.id !== id);
  const next = [...others.slice(0, place), moved, ...others.slice(place)];
  for (const [index, policy] of next.entries()) {
    const priority = (index + 1) * 10;
    if (policy.priority !== priority) await policies.change(policy.id, { priority }, undefined);
  }
}

export async function impactOf(body: Values, id: string | undefined): Promise<Api<'PolicyImpactDto'>> {
  const policy = { ...withoutEmpty(body), ...(id ? { replaces: id } : {}) } as Api<'PolicyImpactInputDto'>;
  return (await api.POST('/policies/impact', { body: policy })).data!;
}

export async function explain(body: Values): Promise<Api<'ExplanationDto'>> {
  return (await api.POST('/policies/explain', { body: withoutEmpty(body) as Api<'ExplainInputDto'> })).data!;
}

function withoutEmpty(body: Values): Values {
  return Object.fromEntries(
    Object.entries(body)
      .filter(([, value]) => value !== null && value !== '')
      .map(([name, value]) => [name, isPlain(value) ? withoutEmpty(value) : value]),
  );
}

function isPlain(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
