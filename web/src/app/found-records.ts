import { useLingui } from '@lingui/react/macro';
import { useDebouncedValue } from '@mantine/hooks';
import type { SpotlightActionData, SpotlightActionGroupData } from '@mantine/spotlight';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../api/client';
import { type Api, pageOf } from '../api/types';
import { permits, useSession } from './session';

const mostOfAKind = 5;
const pauseMilliseconds = 150;
/** Shorter words fit too many. */
const leastLetters = 2;
/** The beginning of a device's address in whatever notation, and of no room. */
const isOfAddress = /^(?:[0-9a-f]{2}[: -][0-9a-f]|[0-9a-f]{4}[:. -][0-9a-f]|[0-9a-f]{6})[0-9a-f:. -]*$/i;
/** The search takes no more. */
const mostWords = 10;

/** People, systems, vouchers and devices that begin with what was typed, as far as this person may see them. */
export function useFound(typed: string): SpotlightActionGroupData[] {
  const { t } = useLingui();
  const navigate = useNavigate();
  const permissions = useSession()?.permissions ?? [];
  const [wanted] = useDebouncedValue(typed.trim(), pauseMilliseconds);
  const isAsked = wanted.length >= leastLetters;
  const { data } = useQuery({
    queryKey: ['found', wanted],
    enabled: isAsked,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => find(wanted, (permission) => permits(permissions, permission), signal),
  });
  if (!data || !isAsked) return [];
  // They were found by more than their label: what was typed is a word of theirs.
  const keywords = [typed];
  const action = (id: string, label: string, description: string | null, onClick: () => void): SpotlightActionData => ({
    id,
    label,
    keywords,
    ...(description ? { description } : {}),
    onClick,
  });
  const groups = [
    {
      group: t`People`,
      actions: data.people.map(({ id, name, room, account, connection }) =>
        action(
          id,
          name ?? account?.username ?? id,
          [room, connection?.name].filter(Boolean).join(' · '),
          () => void navigate({ to: '/people', search: { id } }),
        ),
      ),
    },
    {
      group: t`Connections`,
      actions: data.connections.map(({ id, name, connector }) =>
        action(id, name, connector, () => void navigate({ to: '/connections/$id', params: { id } })),
      ),
    },
    {
      group: t`Vouchers`,
      actions: data.vouchers.map(({ id, code, comment }) =>
        action(id, code, comment, () => void navigate({ to: '/vouchers', search: { id } })),
      ),
    },
    {
      group: t`Devices`,
      actions: data.devices.map(({ id, name, mac }) =>
        action(id, name ?? mac, mac, () => void navigate({ to: '/devices', search: { id } })),
      ),
    },
  ];
  return groups.filter(({ actions }) => actions.length > 0);
}

async function find(wanted: string, may: (permission: string) => boolean, signal: AbortSignal) {
  const query = (filter: object, sort: string) => ({ page_size: mostOfAKind, sort, filter: JSON.stringify(filter) });
  const begins = wanted.replaceAll(/[\\%_]/g, String.raw`\$&`);
  const people = async () => {
    const search = wanted.split(/\s+/).slice(0, mostWords).join(' ');
    const { data } = await api.GET('/guests', { params: { query: { page_size: mostOfAKind, search } }, signal });
    return pageOf<Api<'GuestDto'>>(data!).rows;
  };
  const connections = async () => {
    const filter = query({ name: { like: `%${begins}%` } }, 'name:asc');
    return pageOf<Api<'ConnectionDto'>>((await api.GET('/connections', { params: { query: filter }, signal })).data!)
      .rows;
  };
  const vouchers = async () => {
    const filter = query({ code: { like: `${begins}%` } }, 'code:asc');
    return pageOf<Api<'VoucherDto'>>((await api.GET('/vouchers', { params: { query: filter }, signal })).data!).rows;
  };
  const devicesBy = async (field: 'name' | 'mac') => {
    const filter = query({ [field]: { like: `${begins}%` } }, `${field}:asc`);
    return pageOf<Api<'DeviceDto'>>((await api.GET('/devices', { params: { query: filter }, signal })).data!).rows;
  };
  const devices = async () => {
    const found = await Promise.all([devicesBy('name'), isOfAddress.test(wanted) ? devicesBy('mac') : []]);
    const known = new Map(found.flat().map((device) => [device.id, device]));
    return [...known.values()].slice(0, mostOfAKind);
  };
  const [guests, systems, codes, things] = await Promise.all([
    may('guests:read') ? people() : [],
    may('connections:read') ? connections() : [],
    may('vouchers:read') ? vouchers() : [],
    may('devices:read') ? devices() : [],
  ]);
  const natural = new Intl.Collator(undefined, { numeric: true }).compare;
  const inOrder = <Row>(rows: readonly Row[], nameOf: (row: Row) => string): Row[] =>
    rows.toSorted((a, b) => natural(nameOf(a), nameOf(b)));
  return {
    // Who is here comes first, as the service has it.
    people: statusesOf(guests).flatMap((status) =>
      inOrder(
        guests.filter((guest) => guest.status === status),
        ({ name, account }) => name ?? account?.username ?? '',
      ),
    ),
    connections: inOrder(systems, ({ name }) => name),
    vouchers: inOrder(codes, ({ code }) => code),
    devices: inOrder(things, ({ name, mac }) => name ?? mac),
  };
}

const statusesOf = (guests: readonly Api<'GuestDto'>[]) => [...new Set(guests.map(({ status }) => status))];
