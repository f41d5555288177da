import { api } from '../../api/client';
import { type Api, pageOf } from '../../api/types';
import type { ListRequest } from '../../parts/data-table';
import { listQuery, type ListSearch } from '../../parts/list-search';

export type Person = Api<'GuestDto'>;
export type PersonDetail = Api<'GuestDetailDto'>;

export const peopleList = (search: ListSearch): ListRequest<Person> => ({
  queryKey: ['guests', search],
  queryFn: async ({ signal }) => {
    const { data } = await api.GET('/guests', { params: { query: listQuery(search, { search: true }) }, signal });
    return pageOf<Person>(data!);
  },
});

export const personRecord = (id: string) => ({
  queryKey: ['guests', 'record', id],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<PersonDetail> => {
    const { data } = await api.GET('/guests/{id}', { params: { path: { id } }, signal });
    return data!;
  },
});

/** Gives a new password, which this answer alone shows; the one before is refused from now on. */
export async function newPassword(id: string): Promise<Api<'GuestPasswordDto'>> {
  const { data } = await api.POST('/guests/{id}/password', { params: { path: { id } } });
  return data!;
}

export async function setBlocked(id: string, isBlocked: boolean): Promise<void> {
  await api.POST(isBlocked ? '/guests/{id}/block' : '/guests/{id}/unblock', { params: { path: { id } } });
}

export async function unlock(id: string): Promise<number> {
  const { data } = await api.POST('/guests/{id}/unlock', { params: { path: { id } } });
  return data!.unlocked;
}

export async function addDevice(id: string, mac: string, name: string): Promise<void> {
  await api.POST('/guests/{id}/devices', { params: { path: { id } }, body: { mac, ...(name ? { name } : {}) } });
}

export async function removeDevice(id: string, deviceId: string): Promise<void> {
  await api.DELETE('/guests/{id}/devices/{deviceId}', { params: { path: { id, deviceId } } });
}

/** One device stays out, or comes in again; the others are left alone. */
export async function setDeviceBlocked(id: string, mac: string, isBlocked: boolean): Promise<void> {
  const path = isBlocked ? '/guests/{id}/devices/block' : '/guests/{id}/devices/unblock';
  await api.POST(path, { params: { path: { id } }, body: { mac } });
}

/** Access until then, although the outside system says otherwise. */
export async function extend(id: string, until: string, reason: string): Promise<void> {
  await api.POST('/guests/{id}/extension', {
    params: { path: { id } },
    body: { until, ...(reason ? { reason } : {}) },
  });
}

export async function withdrawExtension(id: string): Promise<void> {
  await api.DELETE('/guests/{id}/extension', { params: { path: { id } } });
}
