import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { describeRoute, methodOf } from '../route.js';
import { filterOperators } from './filter.js';
import type { ListFields } from './list-fields.js';
import { type ListQuery, type QueryParameters, readListQuery } from './list-query.js';

const parsed = createParamDecorator((fields: ListFields, host: ExecutionContext): ListQuery => {
  const request = host.switchToHttp().getRequest<FastifyRequest>();
  return readListQuery(request.query as QueryParameters, fields, request.routeOptions.config.query);
});

/**
 * The page, filter and sort that the caller asks for (`ListQuery`), checked against `fields`; documents the parameters
 * too.
 */
export function List(fields: ListFields): ParameterDecorator {
  return (target, key, index) => {
    const method = methodOf(target, key);
    describeRoute(method, { list: fields });
    for (const parameter of documented(fields)) ApiQuery(parameter)(target, key ?? '', { value: method });
    parsed(fields)(target, key, index);
  };
}

function documented({ fields }: ListFields): Parameters<typeof ApiQuery>[0][] {
  const filterable = Object.keys(fields).filter((each) => fields[each].filterable !== false);
  const sortable = Object.keys(fields).filter((each) => fields[each].sortable !== false);
  return [
    {
      name: 'page',
      required: false,
      description: 'Number of the page',
      schema: { type: 'integer', minimum: 1, default: 1 },
    },
    {
      name: 'page_size',
      required: false,
      description: 'Records on a page',
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 25 },
    },
    {
      name: 'filter',
      required: false,
      schema: { type: 'string' },
      description:
        `\`filter[field]=value\`, \`filter[field][op]=value\` or \`filter={"field": {"op": value}}\`. op: ` +
        `${filterOperators.join(', ')}. Fields: ${filterable.join(', ')}`,
    },
    {
      name: 'sort',
      required: false,
      schema: { type: 'string' },
      description: `\`field:asc,other:desc\`. Fields: ${sortable.join(', ')}`,
    },
  ];
}
