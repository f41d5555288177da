import { Liquid, LiquidError, type Template } from 'liquidjs';
import { LRUCache } from 'lru-cache';
import type { Scope } from './record-scope.js';
import { holds } from './condition.js';
import { ascii, digits, slug } from './transliteration.js';

/** Characters of a template, and of what it may make on the way. */
export const longestTemplate = 1000;
const mostMemory = 100_000;
/** Milliseconds. No feature offered can loop, so only a pause of the whole process comes near this. */
const longestRender = 1000;

const offeredTags = new Set(['if', 'unless', 'case', 'assign', 'capture', 'comment', 'raw', '#']);
const offeredFilters = new Set([
  'append',
  'prepend',
  'capitalize',
  'downcase',
  'upcase',
  'strip',
  'lstrip',
  'rstrip',
  'replace',
  'replace_first',
  'remove',
  'remove_first',
  'slice',
  'truncate',
  'split',
  'join',
  'first',
  'last',
  'size',
  'default',
  'plus',
  'minus',
  'times',
  'divided_by',
  'modulo',
  'abs',
  'round',
]);

/** The template or a value that it needs is wrong. The message names it and contains no value of the record. */
export class TemplateProblem extends Error {
  override readonly name = 'TemplateProblem';
}

export interface TemplateManner {
  /** Characters of a template. */
  readonly longest: number;
  /** Applied to every value on its way into the text, so that no value can end the text around it. */
  readonly escape?: (value: unknown) => string;
  /** What `ascii` does, where it differs from elsewhere; `slug` follows it. */
  readonly ascii?: (text: string) => string;
}

/** Templates for one purpose: accounts, groups, mails, or addresses. */
export class Templates {
  private readonly liquid: Liquid;
  private readonly parsed = new LRUCache<string, readonly Template[]>({ max: 1000 });

  constructor(private readonly manner: TemplateManner) {
    this.liquid = createLiquid(manner);
  }

  /**
   * @throws TemplateProblem for a field the record does not have, or a template that does not parse or outgrows its
   * limits
   */
  render(template: string, scope: Scope): string {
    try {
      return String(this.liquid.renderSync([...this.templateOf(template)], scope));
    } catch (error) {
      throw asProblem(error);
    }
  }

  /** Names of the fields that a template looks at. @throws TemplateProblem when it does not parse */
  fieldsIn(template: string): string[] {
    try {
      return this.liquid.globalVariablesSync([...this.templateOf(template)]);
    } catch (error) {
      throw asProblem(error);
    }
  }

  private templateOf(text: string): readonly Template[] {
    const known = this.parsed.get(text);
    if (known) return known;
    if (text.length > this.manner.longest)
      throw new TemplateProblem(`is longer than ${this.manner.longest} characters`);
    const fresh = this.liquid.parse(text);
    this.parsed.set(text, fresh);
    return fresh;
  }
}

/**
 * Loops, includes and everything that reads files or the time are not offered; the rest is pure and short. A missing
 * field is an error (except for `default` and `if`), so nobody is called `412-`.
 */
function createLiquid({ longest, escape, ascii: spell = ascii }: TemplateManner): Liquid {
  const engine = new Liquid({
    ownPropertyOnly: true,
    strictVariables: true,
    strictFilters: true,
    lenientIf: true,
    relativeReference: false,
    dynamicPartials: false,
    templates: {},
    parseLimit: longest,
    outputEscape: escape,
    memoryLimit: mostMemory,
    renderLimit: longestRender,
  });
  for (const name of Object.keys(engine.tags)) if (!offeredTags.has(name)) delete engine.tags[name];
  for (const name of Object.keys(engine.filters)) if (!offeredFilters.has(name)) engine.unregisterFilter(name);
  engine.registerFilter('ascii', (value: unknown) => spell(plainText(value)));
  engine.registerFilter('slug', (value: unknown) => slug(plainText(value), spell));
  engine.registerFilter('digits', (value: unknown) => digits(plainText(value)));
  engine.registerFilter('first_like', (value: unknown, pattern: unknown) => firstLike(value, plainText(pattern)));
  return engine;
}

function firstLike(value: unknown, pattern: string): string {
  return (
    [value]
      .flat()
      .map(plainText)
      .find((each) => holds({ field: 'each', op: 'like', value: pattern }, { each })) ?? ''
  );
}

function plainText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function asProblem(error: unknown): TemplateProblem {
  if (error instanceof TemplateProblem) return error;
  const message = LiquidError.is(error)
    ? (error.originalError?.message ?? error.message)
    : String((error as Error | undefined)?.message);
  const missing = /undefined variable: (\S+)/.exec(message)?.[1].replace(/,$/, '');
  if (missing) return new TemplateProblem(`needs ${missing}, which this record does not have`);
  return new TemplateProblem(message.split('\n')[0].replace(/, line:\d+.*$/, ''));
}

const ofFields = new Templates({ longest: longestTemplate });

/**
 * @throws TemplateProblem for a field the record does not have, or a template that does not parse or outgrows its
 * limits
 */
export function render(template: string, scope: Scope): string {
  return ofFields.render(template, scope);
}

/** Names of the fields that a template looks at. @throws TemplateProblem when it does not parse */
export function fieldsIn(template: string): string[] {
  return ofFields.fieldsIn(template);
}
