import type { OpenAPIObject } from '@nestjs/swagger';

export type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

/** The methods that every resource has; any other method's name is its verb. */
const usual: Readonly<Record<string, readonly [verb: string, description: string]>> = {
  list: ['List', 'One page, in the order and with the filter asked for.'],
  read: ['Get', 'The record as it is now.'],
  create: ['Create', 'The record as it was made.'],
  change: ['Change', 'Fields that are absent stay as they are.'],
  remove: ['Delete', 'It is gone at once.'],
  revoke: ['Revoke', 'It never works again.'],
};

/**
 * A title and a description for an operation without its own: `GET /connections/{id}/runs` of `Runs_list` is "List the
 * runs of a connection". Also names the permission it needs.
 */
export function describeOperation(path: string, method: string, operation: Operation): void {
  const name = (operation.operationId ?? '').split('_').at(-1) ?? '';
  const [verb = name.charAt(0).toUpperCase() + name.slice(1), description = ''] = usual[name] ?? [];
  operation.summary ||= `${method === 'get' && !usual[name] ? `Get the ${name} of` : verb} ${objectOf(path, name)}`;
  const permission = (operation as { 'x-permission'?: string })['x-permission'];
  operation.description = [
    operation.description ?? description,
    permission ? `Needs the permission \`${permission}\`.` : '',
  ]
    .filter(Boolean)
    .join(' ');
  operation.parameters?.sort((one, other) => placeOf(one, path) - placeOf(other, path));
  for (const parameter of operation.parameters ?? []) {
    if ('$ref' in parameter || parameter.in !== 'path' || parameter.description) continue;
    const named = parameter.name.replace(/_id$/, '');
    parameter.description = `Id of the ${named === 'id' ? singular(path.split('/')[1]) : named.replaceAll('_', ' ')}`;
    parameter.schema = { type: 'string', format: 'uuid' };
  }
}

/** In reading order: the parameters of the path first, in its order. */
function placeOf(parameter: object, path: string): number {
  return 'in' in parameter && parameter.in === 'path' && 'name' in parameter
    ? path.indexOf(`{${String(parameter.name)}}`)
    : path.length;
}

function objectOf(path: string, name: string): string {
  const [area, ...further] = path.split('/').slice(1);
  const part = further.at(-1);
  if (name === 'list' && part) return `the ${phrase(part)} of ${withArticle(singular(area))}`;
  return name === 'list' ? phrase(area) : withArticle(singular(area));
}

function phrase(segment: string): string {
  return segment.replaceAll('-', ' ');
}

/** For the plurals in paths: users, policies, user-groups. */
function singular(segment: string): string {
  return phrase(segment)
    .replace(/ies$/, 'y')
    .replace(/(ch)es$/, '$1')
    .replace(/s$/, '');
}

function withArticle(noun: string): string {
  return `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`;
}
