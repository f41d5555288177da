import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { listFields } from '../../../http/list/list-fields.js';
import type { QueryParameters } from '../../../http/list/list-query.js';
import { describeRoute, methodOf } from '../../../http/route.js';
import { reportFormats, reportParameters } from './report-request.js';
import { mostMoments } from './series-sql.js';

const text = { type: 'string' } as const;
const whole = { type: 'integer', minimum: 1 } as const;

const documented = [
  {
    name: 'earliest',
    required: false,
    schema: text,
    example: '-4h',
    description:
      'From when on, included: -4h or -1d@d (s, m, h, d, w, mon, q, y; @ begins the unit in the ' +
      "organization's time zone), now, an ISO 8601 time or day, or seconds since 1970",
  },
  {
    name: 'latest',
    required: false,
    schema: { ...text, default: 'now' },
    description: 'Until when, excluded; written as earliest',
  },
  {
    name: 'period',
    required: false,
    schema: whole,
    description: 'Hours of a bucket, where the report sums up; without effect on others',
  },
  {
    name: 'columns',
    required: false,
    schema: text,
    example: 'at,username,mac,reason',
    description: 'Names of columns, separated by commas, in the order wanted; GET /reports lists them',
  },
  {
    name: 'format',
    required: false,
    schema: { ...text, enum: [...reportFormats], default: 'json' },
    description: 'csvfile is csv as an attachment',
  },
  { name: 'page', required: false, schema: { ...whole, default: 1 }, description: 'Number of the page' },
  {
    name: 'page_size',
    required: false,
    schema: { ...whole, maximum: 100, default: 25 },
    description: 'Rows on a page',
  },
  {
    name: 'filter',
    required: false,
    schema: text,
    description:
      '`filter[column]=value`, `filter[column][op]=value` or `filter={"column": {"op": value}}`, for any ' +
      'column of the report',
  },
  { name: 'sort', required: false, schema: text, example: 'at:desc', description: '`column:asc,other:desc`' },
];

const series = [
  ...documented.filter(({ name }) => ['earliest', 'latest', 'filter'].includes(name)),
  {
    name: 'step_minutes',
    required: false,
    schema: whole,
    description: `Minutes from one moment to the next, at most ${mostMoments} steps; else what makes up to 300 of them`,
  },
  { name: 'measure', required: false, schema: text, description: 'One of the measures of the report; else its first' },
  { name: 'by', required: false, schema: text, description: 'One of its groupings: a line for each; else one line' },
  {
    name: 'lines',
    required: false,
    schema: { ...whole, maximum: 12, default: 7 },
    description: 'Most lines; all others are added up in one more',
  },
];

/** The parameters of a chart, as sent; others are refused. */
export function SeriesParameters(): ParameterDecorator {
  return (target, key, index) => {
    const method = methodOf(target, key);
    describeRoute(method, { list: listFields({ id: '', fields: {} }), query: series.map(({ name }) => name) });
    for (const parameter of series) ApiQuery(parameter)(target, key ?? '', { value: method });
    sent()(target, key, index);
  };
}

/** The parameters of a report as sent. Only the report knows which columns they may name; it refuses all others. */
export function ReportParameters(): ParameterDecorator {
  return (target, key, index) => {
    const method = methodOf(target, key);
    // Marks the route as a list, so that the edge accepts filter[…].
    describeRoute(method, { list: listFields({ id: '', fields: {} }), query: reportParameters });
    for (const parameter of documented) ApiQuery(parameter)(target, key ?? '', { value: method });
    sent()(target, key, index);
  };
}

const sent = createParamDecorator(
  (_: undefined, host: ExecutionContext): QueryParameters =>
    host.switchToHttp().getRequest<FastifyRequest>().query as QueryParameters,
);

export const reportIdParameter = {
  name: 'report_id',
  schema: { type: 'string' },
  example: '110',
  description:
    'Id of the report: 110 authentication log, 111 accounting, 115 guest registrations, …; GET /reports lists them',
} as const;
