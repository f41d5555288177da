import { api } from '../../api/client';
import type { Api } from '../../api/types';
import { resourceOf } from '../../parts/record/resource';

export type Operator = Api<'OperatorDto'>;

export const operators = resourceOf<Operator>('operators');

/** Voids an earlier one; the link is in this answer only. */
export async function inviteAgain(id: string): Promise<string | null> {
  return (await api.POST('/operators/{id}/invitation', { params: { path: { id } } })).data!.invitation_link;
}

export async function signOutEverywhere(id: string): Promise<void> {
  await api.DELETE('/operators/{id}/sessions', { params: { path: { id } } });
}
