import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { Api } from '../../api/types';
import type { Values } from '../../parts/form/form-field';
import type { ReadRecord } from '../../parts/form/resource-form';
import type { View } from './portal-words';

export interface ReadPortal extends ReadRecord {
  readonly portal: Api<'CaptivePortalDto'>;
}

export const portalQuery = (id: string) =>
  queryOptions({ queryKey: ['portal', id], queryFn: ({ signal }) => readPortal(id, signal) });

export async function readPortal(id: string, signal?: AbortSignal): Promise<ReadPortal> {
  const { data, response } = await api.GET('/captive-portals/{id}', { params: { path: { id } }, signal });
  return recordOf(data!, response);
}

export async function savePortal(id: string, body: Values, etag: string | undefined): Promise<ReadPortal> {
  const { data, response } = await api.PATCH('/captive-portals/{id}', {
    params: { path: { id }, header: etag === undefined ? {} : { 'If-Match': etag } },
    body,
  });
  return recordOf(data!, response);
}

export async function removePortal(id: string): Promise<void> {
  await api.DELETE('/captive-portals/{id}', { params: { path: { id } } });
}

export type PictureUse = 'logo' | 'background';

/** It is part of the portal from then on; null: there is none. */
export async function setPicture(id: string, use: PictureUse, picture: Blob | null): Promise<ReadPortal> {
  const params = { path: { id } };
  const { data, response } =
    picture === null
      ? await api.DELETE(`/captive-portals/{id}/${use}`, { params })
      : await api.PUT(`/captive-portals/{id}/${use}`, {
          params,
          body: picture as unknown as string,
          bodySerializer: (blob: unknown) => blob as Blob,
          headers: { 'content-type': picture.type || 'application/octet-stream' },
        });
  return recordOf(data!, response);
}

export interface Previewed {
  readonly draft: Values;
  readonly page: View;
  readonly language: string | undefined;
}

/** @param styleNonce by which this page's policy lets styles through: it is the frame's, too. */
export async function previewOf(
  id: string,
  { draft, page, language }: Previewed,
  styleNonce: string,
): Promise<Api<'PortalPreviewDto'>> {
  const body = { draft, page, style_nonce: styleNonce, ...(language === undefined ? {} : { language }) };
  const { data } = await api.POST('/captive-portals/{id}/preview', {
    params: { path: { id } },
    body: body as Api<'PortalPreviewInputDto'>,
  });
  return data!;
}

/** Fields that the API replaces as a whole. */
const wholes = ['room_rules', 'confirmation', 'approval', 'marketing', 'theme', 'texts', 'terms'];
const withTexts = ['marketing', 'terms'];

/** The body of a change: of what is replaced as a whole also what was not touched, and nothing that is empty. */
export function portalBody(changes: Values, values: Values): Values {
  return Object.fromEntries(
    Object.entries(changes).map(([name, change]) => {
      if (!wholes.includes(name)) return [name, change];
      const whole = filled(merged(values[name], change)) as Record<string, unknown>;
      return [name, withTexts.includes(name) && !whole.texts ? null : whole];
    }),
  );
}

function merged(before: unknown, change: unknown): unknown {
  if (!isRecord(change)) return change;
  const all = isRecord(before) ? { ...before } : {};
  for (const [name, value] of Object.entries(change)) all[name] = merged(all[name], value);
  return all;
}

/** Without nulls and empty records inside. */
function filled(record: unknown): unknown {
  if (!isRecord(record)) return record;
  const entries = Object.entries(record).map(([name, value]) => [name, filled(value)] as const);
  return Object.fromEntries(
    entries.filter(([, value]) => value !== null && !(isRecord(value) && Object.keys(value).length === 0)),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function recordOf(portal: Api<'CaptivePortalDto'>, response: Response): ReadPortal {
  return { portal, values: { ...portal }, etag: response.headers.get('etag') ?? undefined };
}
