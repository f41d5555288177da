import { api } from '../../api/client';
import type { Api } from '../../api/types';
import { type Named, resourceOf } from '../../parts/record/resource';

export type Profile = Named<Api<'ProfileDto'>>;
export type MadeFile = Pick<Api<'GeneratedProfileDto'>, 'file_name' | 'media_type' | 'content' | 'files'> & {
  readonly pkcs12_password?: string;
};

export const user = { resource: 'users', by: 'username' } as const;

export const profiles = resourceOf<Api<'ProfileDto'>>('profiles', { names: { user_id: user } });

/** For somebody: her name is in it, and with EAP-TLS a certificate is issued for her. */
export async function fileFor(id: string, userId: string | null): Promise<MadeFile> {
  const body = userId ? { user_id: userId } : {};
  return (await api.POST('/profiles/{id}/file', { params: { path: { id } }, body })).data!;
}

export function blobOf({ content, media_type }: Pick<MadeFile, 'content' | 'media_type'>): Blob {
  return new Blob([Uint8Array.from(atob(content), (each) => each.charCodeAt(0))], { type: media_type });
}
