import type { Api } from '../../api/types';
import { type Named, resourceOf } from '../../parts/record/resource';

export type Device = Named<Api<'DeviceDto'>>;

export const devices = resourceOf<Api<'DeviceDto'>>('devices', {
  names: { user_id: { resource: 'users', by: 'username' }, table_id: { resource: 'user-groups', by: 'name' } },
});
