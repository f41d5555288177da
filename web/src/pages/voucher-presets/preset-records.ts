import { api } from '../../api/client';
import { type Api, pageOf } from '../../api/types';
import { type Named, resourceOf } from '../../parts/record/resource';

export type VoucherPreset = Named<Api<'VoucherPresetDto'>>;

export const group = { resource: 'user-groups', by: 'name' } as const;

export const voucherPresets = resourceOf<Api<'VoucherPresetDto'>>('voucher-presets', { names: { table_id: group } });

/** Those that are offered as buttons. */
const mostOffered = 12;

export const offeredPresets = {
  queryKey: ['voucher-presets', 'offered'],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
    const query = { page_size: mostOffered, sort: 'name:asc' };
    return pageOf<Api<'VoucherPresetDto'>>((await api.GET('/voucher-presets', { params: { query }, signal })).data!)
      .rows;
  },
};

/** A batch as the preset says. */
export async function makeByPreset(id: string, headers = {}): Promise<readonly Api<'VoucherDto'>[]> {
  const { data } = await api.POST('/voucher-presets/{id}/vouchers', { params: { path: { id } }, body: {}, headers });
  return pageOf<Api<'VoucherDto'>>(data!).rows;
}
