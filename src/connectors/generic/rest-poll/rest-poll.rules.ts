import { pointer } from '../../../provisioning/connector/mapping/mapping-rules.js';
import type { SettingCheck } from '../../../provisioning/connector/setting.js';
import { integer, members, oneOf, type Rule, wrong } from '../../../provisioning/connector/shape.js';

/** How we authenticate; names as in the API. */
export type Authentication =
  | { readonly type: 'none' }
  | { readonly type: 'basic'; readonly username: string }
  | { readonly type: 'bearer' }
  | { readonly type: 'header'; readonly header: string }
  | {
      readonly type: 'client_credentials';
      readonly token_url: string;
      readonly client_id: string;
      readonly scope?: string;
      readonly sent_in?: 'header' | 'form';
    };

/** How the list is paged, and where it states its total. */
export interface Paging {
  readonly style: 'none' | 'page' | 'offset' | 'cursor' | 'next-url' | 'link';
  /** Query parameter of the page, offset or cursor. */
  readonly parameter?: string;
  /** Number of the first page. Default: 1. */
  readonly first?: number;
  readonly size_parameter?: string;
  readonly size?: number;
  /** `cursor`, `next-url`: pointer to it in the answer. */
  readonly next?: string;
  /** Pointer to the total number of records, or the header with it. */
  readonly total?: string;
  readonly total_header?: string;
}

/** How to ask the system for changes only. */
export interface Since {
  readonly parameter: string;
  readonly format?: 'iso' | 'epoch-s' | 'epoch-ms' | 'date';
  /** Each poll goes back this far, because clocks differ and records appear late. */
  readonly overlap_seconds?: number;
}

export const addressPattern = /^https?:\/\/[^\s/?#@]+([/?][^\s#]*)?$/;
/** Headers that belong to the transport. */
const ownHeaders = [
  'host',
  'content-length',
  'content-type',
  'transfer-encoding',
  'connection',
  'expect',
  'upgrade',
  'te',
  'trailer',
  'cookie',
  'accept',
];

const header: Rule = (value, at) =>
  typeof value === 'string' && /^[a-z0-9-]{1,60}$/.test(value) && !ownHeaders.includes(value)
    ? []
    : wrong(at, 'must be the name of a header in lower case, and none that the transport needs');
const parameter: Rule = (value, at) =>
  typeof value === 'string' && /^[A-Za-z0-9_.[\]$-]{1,60}$/.test(value)
    ? []
    : wrong(at, 'must be the name of a query parameter');
const address: Rule = (value, at) =>
  typeof value === 'string' && value.length <= 1000 && addressPattern.test(value)
    ? []
    : wrong(at, 'must be an address such as https://id.example.com/token');
const printable: Rule = (value, at) =>
  typeof value === 'string' && /^[\x20-\x7e]{1,200}$/.test(value)
    ? []
    : wrong(at, 'must be a text of 1 to 200 characters');
const username: Rule = (value, at) =>
  typeof value === 'string' && /^[^:\s]{1,200}$/.test(value) ? [] : wrong(at, 'must be a name without colon or space');

const type = oneOf('none', 'basic', 'bearer', 'header', 'client_credentials');
const authentications: Readonly<Record<Authentication['type'], Rule>> = {
  none: members({ type }),
  basic: members({ type, username }, ['username']),
  bearer: members({ type }),
  header: members({ type, header }, ['header']),
  client_credentials: members(
    { type, token_url: address, client_id: printable, scope: printable, sent_in: oneOf('header', 'form') },
    ['token_url', 'client_id'],
  ),
};

export const wrongInAuthentication: SettingCheck = (value, at, { secret }) => {
  const known = typeof value === 'object' && value !== null ? (value as { type?: unknown }) : {};
  const ofType = type(known.type, `${at}/type`);
  if (ofType.length > 0) return ofType;
  const authentication = value as Authentication;
  const misshapen = authentications[authentication.type](authentication, at);
  if (misshapen.length > 0 || authentication.type === 'none' || typeof secret === 'string') return misshapen;
  return wrong(at, `of type ${authentication.type} needs secrets/secret`);
};

const style = oneOf('none', 'page', 'offset', 'cursor', 'next-url', 'link');
const total = { total: pointer, total_header: header };
const sized = { style, size_parameter: parameter, size: integer(1, 10_000), ...total };
const pagings: Readonly<Record<Paging['style'], Rule>> = {
  none: members({ style, ...total }),
  page: members({ ...sized, parameter, first: integer(0, 1) }, ['parameter']),
  offset: members({ ...sized, parameter }, ['parameter']),
  cursor: members({ ...sized, parameter, next: pointer }, ['parameter', 'next']),
  'next-url': members({ ...sized, next: pointer }, ['next']),
  link: members(sized),
};

export const wrongInPaging: SettingCheck = (value, at) => {
  const known = typeof value === 'object' && value !== null ? (value as { style?: unknown }) : {};
  const ofStyle = style(known.style, `${at}/style`);
  if (ofStyle.length > 0) return ofStyle;
  const misshapen = pagings[(value as Paging).style](value, at);
  const { size, size_parameter: sizeParameter } = value as Paging;
  return misshapen.length > 0 || (size === undefined) === (sizeParameter === undefined)
    ? misshapen
    : wrong(at, 'needs size and size_parameter together, or neither');
};

export const wrongInSince: SettingCheck = (value, at) =>
  members({ parameter, format: oneOf('iso', 'epoch-s', 'epoch-ms', 'date'), overlap_seconds: integer(0, 86_400) }, [
    'parameter',
  ])(value, at);
