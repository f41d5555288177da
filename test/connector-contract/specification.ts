import { readFileSync } from 'node:fs';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { OutboundRequest, OutboundResponse } from '../../src/kernel/http-client.js';
import type { SpecRig } from './rig.js';

type Schema = Readonly<Record<string, unknown>>;

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

interface Operation {
  readonly parameters?: readonly (Parameter & Schema)[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, Schema & { readonly content?: Record<string, { schema: Schema }> }>>;
}

interface Specification {
  readonly basePath?: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** An excerpt of a vendor's own specification: what an exchange has that it does not allow. */
export class VendorSpecification {
  private readonly root: Specification;
  private readonly ajv = new Ajv({ strict: false, allErrors: true, coerceTypes: false });
  private readonly asText = new Ajv({ strict: false, allErrors: true, coerceTypes: true });
  private readonly compiled = new Map<string, ValidateFunction>();

  constructor(private readonly rig: SpecRig) {
    this.root = adapted(JSON.parse(readFileSync(rig.document, 'utf8'))) as Specification;
    for (const each of [this.ajv, this.asText]) {
      formats.default(each);
      each.addSchema(this.root as object, 'spec');
    }
  }

  /** Faults such as `GET /users answer /data/* /id type`; a place in a list is a star. */
  faults(request: OutboundRequest, answer: OutboundResponse): string[] {
    const { pathname, searchParams } = new URL(request.url);
    if (this.rig.besides?.includes(pathname)) return [];
    const found = this.operationAt(request.method, pathname);
    if (!found) return [`${request.method} ${pathname} is not in it`];
    const { name, path, operation } = found;
    const asked = [
      ...this.wrongQuery(operation, searchParams, `${path}/${request.method.toLowerCase()}`),
      ...this.wrongBody(operation, request, `${path}/${request.method.toLowerCase()}`),
    ];
    const answered = answer.status === 200 ? this.wrongAnswer(operation, answer, path, request.method) : [];
    return [...asked.map((each) => `${name} request ${each}`), ...answered.map((each) => `${name} answer ${each}`)];
  }

  private operationAt(method: string, pathname: string) {
    const { path: prefix = this.root.basePath ?? '' } = this.rig;
    for (const [path, item] of Object.entries(this.root.paths)) {
      const pattern = `${prefix}${path}`.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{[^}]+\}/g, '[^/]+');
      const operation = item[method.toLowerCase()] as Operation | undefined;
      if (operation && new RegExp(`^${pattern}$`).test(pathname))
        return { name: `${method} ${path}`, path: `#/paths/${escaped(path)}`, operation };
    }
    return null;
  }

  private wrongQuery(operation: Operation, given: URLSearchParams, at: string): string[] {
    const known = (operation.parameters ?? []).map((each, index) => ({
      each,
      at: typeof each.$ref === 'string' ? each.$ref : `${at}/parameters/${index}`,
    }));
    const queries = known.map((parameter) => ({
      ...parameter,
      each: this.resolved(parameter.each) as Parameter & Schema,
    }));
    const named = queries.filter(({ each }) => each.in === 'query');
    return [
      ...[...new Set(given.keys())]
        .filter((name) => !named.some(({ each }) => each.name === name))
        .map((name) => `?${name} is unknown`),
      ...named.flatMap(({ each, at: place }) => {
        const values = given.getAll(each.name);
        if (values.length === 0) return each.required ? [`?${each.name} is missing`] : [];
        const isList = each.schema?.type === 'array';
        return this.errors(this.asText, `${place}/schema`, { value: isList ? values : values[0] }, '/value').map(
          (fault) => `?${each.name}${fault}`,
        );
      }),
    ];
  }

  private wrongBody(operation: Operation, { body, headers = {} }: OutboundRequest, at: string): string[] {
    const { requestBody } = operation;
    if (body === undefined || !requestBody) return body === undefined ? [] : ['has a body'];
    const [type] = (headers['content-type'] ?? '').split(';');
    if (!requestBody.content[type]) return [`is of type ${type}`];
    const value: unknown = type.endsWith('json')
      ? JSON.parse(String(body))
      : Object.fromEntries(new URLSearchParams(String(body)));
    const schema = `${at}/requestBody/content/${escaped(type)}/schema`;
    return [...this.errors(this.asText, schema, { value }, '/value'), ...this.unknown(this.at(schema), value, '')];
  }

  private wrongAnswer(operation: Operation, answer: OutboundResponse, path: string, method: string): string[] {
    const words = operation.responses['200'];
    const at = `${path}/${method.toLowerCase()}/responses/200/`;
    const schema = `${at}${words.content ? `content/${escaped('application/json')}/schema` : 'schema'}`;
    const value: unknown = JSON.parse(answer.body.toString('utf8'));
    return [
      // A simulator leaves out what nobody reads.
      ...this.errors(this.ajv, schema, { value }, '/value').filter((fault) => !fault.endsWith(' required')),
      ...this.unknown(this.at(schema), value, ''),
    ].filter((fault, index, all) => all.indexOf(fault) === index);
  }

  private errors(ajv: Ajv, at: string, data: { value: unknown }, place: string): string[] {
    const key = `${ajv === this.ajv ? 'exact' : 'text'} ${at}`;
    const validate =
      this.compiled.get(key) ??
      ajv.compile({ type: 'object', properties: { value: { $ref: `spec${at.replaceAll('%', '%25')}` } } });
    this.compiled.set(key, validate);
    if (validate(data)) return [];
    return (validate.errors ?? []).map((error) => said(error, place)).filter((each) => !each.endsWith(' if'));
  }

  /** Members that no schema of the place has. */
  private unknown(schema: Schema | undefined, value: unknown, place: string): string[] {
    const here = this.alternatives(schema);
    if (Array.isArray(value)) return value.flatMap((each) => this.unknown(merged(here, 'items'), each, `${place}/*`));
    if (typeof value !== 'object' || value === null) return [];
    const known = Object.assign({}, ...here.map(({ properties }) => properties ?? {})) as Record<string, Schema>;
    const isOpen = Object.keys(known).length === 0 || here.some(({ additionalProperties: more }) => more);
    return Object.entries(value).flatMap(([name, each]) => {
      if (known[name]) return this.unknown(known[name], each, `${place}/${name}`);
      return isOpen ? [] : [`${place}/${name} is unknown`];
    });
  }

  private alternatives(schema: Schema | undefined): readonly Schema[] {
    if (!schema) return [];
    const own = this.resolved(schema);
    const parts = [own.allOf, own.anyOf, own.oneOf].flat().filter(Boolean) as Schema[];
    return [own, ...parts.flatMap((each) => this.alternatives(each))];
  }

  private resolved(schema: Schema): Schema {
    return typeof schema.$ref === 'string' ? this.resolved(this.at(schema.$ref)) : schema;
  }

  private at(pointer: string): Schema {
    return pointer
      .slice(2)
      .split('/')
      .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>((inner, token) => (inner as Record<string, unknown>)[token], this.root) as Schema;
  }
}

function merged(schemas: readonly Schema[], member: string): Schema {
  return { anyOf: schemas.flatMap((each) => each[member] ?? []) };
}

function said({ instancePath, keyword, params }: ErrorObject, place: string): string {
  const at = instancePath.replace(place, '').replaceAll(/\/\d+(?=\/|$)/g, '/*');
  const what =
    keyword === 'additionalProperties' ? `/${(params as { additionalProperty: string }).additionalProperty}` : '';
  return `${at}${what} ${keyword}`;
}

function escaped(token: string): string {
  return token.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** OpenAPI 3.0 says "or null" in a word of its own, Swagger 2 a parameter's schema beside its name. */
function adapted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(adapted);
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, discriminator: _, ...rest } = value as Record<string, unknown>;
  if (typeof rest.in === 'string' && typeof rest.name === 'string' && !rest.schema) {
    const { name, in: place, required, ...schema } = rest;
    return { name, in: place, required, schema: adapted(schema) };
  }
  const plain = Object.fromEntries(Object.entries(rest).map(([name, each]) => [name, adapted(each)]));
  return nullable === true ? { anyOf: [plain, { type: 'null' }], properties: plain.properties } : plain;
}
