import { validateSync } from 'class-validator';
import { fieldProblems } from '../../http/body/field-problems.js';
import type { FieldProblem } from '../../kernel/errors.js';
import { Reach } from '../../kernel/reach.js';
import { wrong } from '../access/shape.js';
import type { ConnectorDefinition } from '../connector/connector.js';
import { settingsOf } from '../connector/setting.js';
import type { Connection } from './connection.js';
import { namesInAddresses, plainAddresses, privateTargets, secretsWithoutDestination } from './secret-destination.js';
import { isObject } from '../../kernel/json/is-object.js';

type Written = { readonly settings?: unknown; readonly secrets?: unknown };

export interface ReadSettings {
  readonly settings: Connection['settings'];
  readonly secrets: Connection['secrets'];
  readonly problems: readonly FieldProblem[];
}

/**
 * An operator's input on top of the previous settings (null removes a value), with the connector's defaults, checked by
 * its settings class. Secrets belong under `secrets`, everything else under `settings`.
 */
export function readSettings(
  definition: ConnectorDefinition,
  written: Written,
  known: Pick<Connection, 'settings' | 'secrets'> | null,
  options: { readonly allowPrivateTargets: boolean },
): ReadSettings {
  const before = known ?? { settings: {}, secrets: {} };
  const notObjects = (['settings', 'secrets'] as const).filter(
    (part) => written[part] !== undefined && !isObject(written[part]),
  );
  if (notObjects.length > 0)
    return { ...before, problems: notObjects.flatMap((part) => wrong(`#/${part}`, 'must be an object')) };
  const settings = merged(before.settings, written.settings as object | undefined);
  const secrets = merged(before.secrets, written.secrets as object | undefined);
  const misplaced = [...misplacedIn('settings', settings, definition), ...misplacedIn('secrets', secrets, definition)];
  const filled = withDefaults(definition, settings);
  const wrongForms = [...misplaced, ...wrongValues(definition, { ...filled, ...secrets })];
  const plain = options.allowPrivateTargets ? [] : plainAddresses(definition.settings, filled);
  // A malformed address need not also be a forbidden one: report one error per place.
  const unlike =
    (known: readonly FieldProblem[]) =>
    ({ pointer }: FieldProblem) =>
      !known.some((each) => each.pointer === pointer);
  const wrongAddresses = [...wrongForms, ...plain.filter(unlike(wrongForms))];
  const led = [
    ...namesInAddresses(definition.settings, filled),
    ...privateTargets(definition.settings, filled, new Reach(options)),
  ];
  const wrongPlaces = [...wrongAddresses, ...led.filter(unlike(wrongAddresses))];
  // Nobody knows yet where a malformed address leads.
  const stranded =
    known && wrongPlaces.length === 0
      ? secretsWithoutDestination(
          definition.settings,
          known,
          filled,
          (written.secrets ?? {}) as Record<string, unknown>,
        )
      : [];
  return { settings: filled, secrets: secrets as Connection['secrets'], problems: [...wrongPlaces, ...stranded] };
}

function merged(before: object, written: object = {}): Record<string, unknown> {
  return Object.fromEntries(Object.entries({ ...before, ...written }).filter(([, value]) => value !== null));
}

function misplacedIn(
  part: 'settings' | 'secrets',
  values: object,
  { settings: type }: ConnectorDefinition,
): FieldProblem[] {
  const declared = settingsOf(type);
  const belonging = [...declared]
    .filter(([, { secret }]) => Boolean(secret) === (part === 'secrets'))
    .map(([name]) => name);
  return Object.keys(values)
    .filter((name) => !belonging.includes(name))
    .flatMap((name) => {
      if (declared.has(name))
        return wrong(`#/${part}/${name}`, `belongs under ${part === 'settings' ? 'secrets' : 'settings'}`);
      return wrong(
        `#/${part}/${encodeURIComponent(name)}`,
        `is not known; there ${belonging.length > 0 ? `are ${belonging.join(', ')}` : 'are none'}`,
      );
    });
}

function withDefaults(
  { settings: type }: ConnectorDefinition,
  settings: Record<string, unknown>,
): Record<string, unknown> {
  const initial = [...settingsOf(type)]
    .filter(([, options]) => options.default !== undefined && !options.secret)
    .map(([name, options]) => [name, options.default]);
  return { ...Object.fromEntries(initial), ...settings };
}

function wrongValues(
  { settings: type }: ConnectorDefinition,
  values: Readonly<Record<string, unknown>>,
): FieldProblem[] {
  const declared = settingsOf(type);
  const instance = new type();
  for (const name of declared.keys()) if (values[name] !== undefined) Object.assign(instance, { [name]: values[name] });
  const errors = validateSync(instance, { forbidUnknownValues: false, validationError: { target: false } });
  return errors.flatMap((error) => {
    const options = declared.get(error.property);
    const part = `#/${options?.secret ? 'secrets' : 'settings'}`;
    const isMissing = values[error.property] === undefined || error.constraints?.isNotEmpty !== undefined;
    if (isMissing) return wrong(`${part}/${error.property}`, 'is required');
    return options?.type === 'object'
      ? [...options.check(values[error.property], `${part}/${error.property}`, values)]
      : fieldProblems([error], part);
  });
}
