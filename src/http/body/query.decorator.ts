import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../../kernel/errors.js';
import { single } from '../list/list-query.js';
import { describeRoute, methodOf } from '../route.js';

/** The values of a query parameter: any text, or one of some words. */
export interface ParameterRule {
  readonly oneOf?: readonly string[];
  readonly required?: boolean;
  readonly description?: string;
}

interface NamedRule extends ParameterRule {
  readonly name: string;
}

/**
 * `@Parameter('accounts', { oneOf: ['keep', 'delete'], required: true }) accounts: string`: one query parameter,
 * declared, documented and checked (400). Undefined when it is absent and not `required`.
 */
export function Parameter(name: string, rule: ParameterRule = {}): ParameterDecorator {
  return (target, key, index) => {
    const method = methodOf(target, key);
    describeRoute(method, { query: [name] });
    ApiQuery({
      name,
      required: rule.required ?? false,
      description: rule.description,
      schema: { type: 'string', ...(rule.oneOf ? { enum: [...rule.oneOf] } : {}) },
    })(target, key ?? '', { value: method });
    read({ ...rule, name })(target, key, index);
  };
}

const read = createParamDecorator(
  ({ name, oneOf, required }: NamedRule, host: ExecutionContext): string | undefined => {
    const query = host.switchToHttp().getRequest<FastifyRequest>().query as Record<
      string,
      string | string[] | undefined
    >;
    const choices = oneOf ? `: one of ${oneOf.join(', ')}` : '';
    if (query[name] === undefined) {
      if (required) throw new Problem('malformed', `${name}: this query parameter is needed${choices}`);
      return undefined;
    }
    const value = single(name, query[name]);
    if (oneOf && !oneOf.includes(value)) throw new Problem('malformed', `${name}${choices}`);
    return value;
  },
);
