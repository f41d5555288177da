import { api } from '../../api/client';
import { type Api, pageOf } from '../../api/types';
import type { ListRequest } from '../../parts/data-table';
import { listQuery } from '../../parts/list-search';
import type { LoginsSearch } from './search';

/** An entry of the authentication log, or all alike of one device, of which it is the latest. */
export interface LoginRow {
  readonly id: string;
  readonly at: string;
  readonly outcome: 'accepted' | 'rejected';
  readonly username: string | null;
  readonly mac: string | null;
  readonly ssid: string | null;
  readonly access_point: string | null;
  readonly auth_method: string | null;
  readonly reason: string | null;
  readonly vlan: string | null;
  /** How often; 1 where each stands by itself. */
  readonly count: number;
}

const reportOf = { all: '110', accepted: '4', rejected: '5', devices: '13' } as const;
const columns = 'at,outcome,username,mac,ssid,access_point,auth_method,reason,vlan,id';

export const reportIdOf = ({ view }: LoginsSearch): string => reportOf[view ?? 'all'];

/** As the API takes it. */
export const loginQueryOf = ({ view, since, ...list }: LoginsSearch) => ({
  ...listQuery(list),
  earliest: since ?? '-24h',
  ...(view === 'devices' ? {} : { columns }),
});

export function loginRows(search: LoginsSearch): ListRequest<LoginRow> {
  const query = loginQueryOf(search);
  const id = reportIdOf(search);
  return {
    queryKey: ['logins', id, query],
    queryFn: async ({ signal }) => {
      const { data } = await api.GET('/reports/{report_id}', { params: { path: { report_id: id }, query }, signal });
      const { rows, total } = pageOf<Record<string, unknown>>(data as Api<'ReportDataDto'>);
      return { rows: rows.map(search.view === 'devices' ? oneOfDevice : oneLogin), total };
    },
  };
}

const oneLogin = (row: Readonly<Record<string, unknown>>): LoginRow => ({ ...(row as unknown as LoginRow), count: 1 });

function oneOfDevice(row: Readonly<Record<string, unknown>>): LoginRow {
  const { login_id, last_at, rejected, ...told } = row;
  return {
    ...({ ssid: null, auth_method: null, vlan: null, ...told } as unknown as LoginRow),
    id: String(login_id),
    at: String(last_at),
    outcome: 'rejected',
    count: Number(rejected),
  };
}
