import { api } from '../../api/client';
import { type Api, pageOf } from '../../api/types';
import { type Named, type Resource, resourceOf } from '../../parts/record/resource';

export type VoucherBatch = Named<Api<'VoucherBatchDto'>>;

/** A voucher begins with its first login, which is no change of its record. */
export const firstUseTopics = ['logins', 'online'] as const;

const records = resourceOf<Api<'VoucherBatchDto'>>('voucher-batches', {
  topics: ['vouchers', ...firstUseTopics],
  names: { table_id: { resource: 'user-groups', by: 'name' } },
});

/** Vouchers are made, and their batch is what comes of it. */
export const voucherBatches: Resource<VoucherBatch> = {
  ...records,
  create: async ({ count, ...values }) => {
    const body = { ...values, count: Number(count) } as unknown as Api<'VoucherInputDto'>;
    const { data } = await api.POST('/vouchers', { body });
    return records.read(data!._embedded.vouchers[0]!.batch);
  },
};

export const vouchersOf = (batch: string) => ({
  queryKey: ['vouchers', 'of', batch],
  meta: { topics: firstUseTopics },
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
    const query = { filter: JSON.stringify({ batch: { eq: batch } }), page_size: 100 };
    return pageOf<Api<'VoucherDto'>>((await api.GET('/vouchers', { params: { query }, signal })).data!);
  },
});

export const sheetLayouts = ['a4', 'receipt', 'badge', 'card_85x54', 'label_89x36', 'label_62x29'] as const;

/** The languages of the sheets are those of the guests, more than those of the console. */
export const sheetLanguages = ['en', 'de', 'fr', 'es', 'it', 'cs'] as const;

export interface Sheet {
  readonly batch: string;
  readonly layout: (typeof sheetLayouts)[number];
  readonly language: (typeof sheetLanguages)[number];
  /** Those alone that nobody has used yet. */
  readonly status?: 'unused';
}

export async function sheetOf(query: Sheet): Promise<Blob> {
  const { data } = await api.GET('/vouchers/sheet.pdf', { params: { query }, parseAs: 'blob' });
  return data as unknown as Blob;
}
