import { Injectable } from '@nestjs/common';
import { readPart } from '../../../http/body/dto-check.js';
import { type FieldProblem, Problem } from '../../../kernel/errors.js';
import { Settings } from '../../../kernel/settings.js';
import { readAccess } from '../../access/access-input.js';
import { AccessPresets } from '../../access/access-presets.js';
import { oneOf, reads } from '../../access/shape.js';
import { ConnectorCatalogue } from '../../connector/catalogue.js';
import { type ConnectorDefinition, definitionBy } from '../../connector/connector.js';
import { type Connection, type DriftSettings, type SafetySettings, usualDrift } from '../../connection/connection.js';
import { type DriftAction, driftActions, DriftInputDto, SafetyDto } from '../../connection/connection-parts.dto.js';
import { readSettings } from '../../connection/connection-settings.js';
import { readTarget } from '../../connection/connection-target.js';
import { readSchedule } from '../../connection/schedule.js';
import { completed } from '../../connection/sealed-places.js';
import type { ConnectionDraft } from '../../connection/stored-connection.js';

/** A connection as an operator writes it; absent parts keep their value, or the connector's default. */
export interface WrittenConnection {
  readonly name?: string;
  readonly connector?: string;
  readonly settings?: unknown;
  readonly secrets?: unknown;
  readonly target?: unknown;
  readonly schedule?: unknown;
  readonly access?: unknown;
  readonly safety?: unknown;
  readonly drift?: unknown;
  readonly enabled?: boolean;
}

/** Checked input. The service decides the console's key and the status. */
export interface ReadConnection extends Omit<ConnectionDraft, 'targetKey' | 'status'> {
  readonly definition: ConnectorDefinition;
  readonly access: Connection['access'];
}

const safetyRule = reads(readPart(SafetyDto));
const usualSafety: SafetySettings = { max_removals: 5, max_removals_percent: 10 };

/** Turns an operator's input into a connection, or reports every error at once. */
@Injectable()
export class ConnectionInput {
  constructor(
    private readonly catalogue: ConnectorCatalogue,
    private readonly presets: AccessPresets,
    private readonly process: Settings,
  ) {}

  /** @throws Problem invalid */
  read(written: WrittenConnection, before: Connection | null): ReadConnection {
    const known = this.definitionFor(written, before);
    const places = {
      settings: completed('settings', written.settings, before?.settings ?? null),
      access: completed('access', written.access, before?.accessInput ?? null),
    };
    const shownOnly = [...places.settings.problems, ...places.access.problems];
    if (shownOnly.length > 0) throw Problem.invalid(shownOnly);
    const settings = readSettings(
      known,
      { settings: places.settings.document, secrets: written.secrets },
      before,
      this.process,
    );
    const definition = definitionBy(known, settings.settings);
    if (before && settings.problems.length === 0) requireSameKind(definition, definitionBy(known, before.settings));
    const target = readTarget(written.target, before, this.process);
    const { schedule, problems: scheduleProblems } = readSchedule(
      written.schedule,
      before?.schedule ?? definition.schedule,
    );
    const access = readAccess(this.presets, definition, places.access.document ?? before?.accessInput ?? {});
    const safetyProblems = written.safety === undefined ? [] : safetyRule(written.safety, '#/safety');
    const { drift, problems: driftProblems } = readDrift(written.drift, before?.drift ?? usualDrift);
    const problems = [
      ...settings.problems,
      ...target.problems,
      ...scheduleProblems,
      ...('problems' in access ? access.problems : []),
      ...safetyProblems,
      ...driftProblems,
    ];
    if (problems.length > 0 || 'problems' in access) throw Problem.invalid(problems);
    return {
      definition,
      name: written.name ?? before?.name ?? definition.name,
      connector: definition.key,
      settings: settings.settings,
      installation: installationIn(definition, settings.settings),
      secrets: settings.secrets,
      target: target.target,
      targetToken: target.token,
      schedule,
      accessInput: access.input,
      access: access.access,
      safety: { ...usualSafety, ...before?.safety, ...(written.safety as Partial<SafetySettings> | undefined) },
      drift,
      enabled: written.enabled ?? before?.enabled ?? true,
    };
  }

  /**
   * Settings and access alone, on top of those of `connection`, for a trial.
   * @throws Problem invalid
   */
  readTrial<Tried extends Connection>(
    written: { readonly settings?: unknown; readonly access?: unknown },
    connection: Tried,
  ): Tried {
    const { settings, access } = this.read({ settings: written.settings, access: written.access }, connection);
    return { ...connection, settings, access };
  }

  /** Whether the outside system writes its resources to us, and calls with a token. */
  serves(connection: Connection): boolean {
    return this.definitionFor({}, connection).abilities.includes('serves');
  }

  private definitionFor(written: WrittenConnection, before: Connection | null): ConnectorDefinition {
    if (before && written.connector !== undefined && written.connector !== before.connector) {
      throw Problem.invalidField(
        'connector',
        'cannot be changed: what is known belongs to that system. Make a connection of its own',
      );
    }
    const key = before?.connector ?? written.connector ?? '';
    const definition = this.catalogue.find(key);
    if (definition) return definition;
    const known = this.catalogue.definitions.map((each) => each.key).join(', ');
    throw Problem.invalidField(
      'connector',
      key === '' ? `is required; there are ${known}` : `is not known; there are ${known}`,
    );
  }
}

function requireSameKind({ factKind }: ConnectorDefinition, before: ConnectorDefinition): void {
  if (factKind === before.factKind) return;
  throw Problem.invalidField(
    'settings/mapping/kind',
    `cannot be changed from ${before.factKind}: what is known is of that kind. Make a connection of its own`,
  );
}

function installationIn({ installations }: ConnectorDefinition, settings: Connection['settings']): string | null {
  const named = installations && settings[installations.setting];
  return typeof named === 'string' ? named : null;
}

const action = oneOf(...driftActions);
const byKind = reads(readPart(DriftInputDto));

/** A single word applies to every kind of difference; an object sets some, and the others stay. */
function readDrift(
  written: unknown,
  before: DriftSettings,
): { readonly drift: DriftSettings; readonly problems: readonly FieldProblem[] } {
  if (written === undefined) return { drift: before, problems: [] };
  const isWord = typeof written === 'string';
  const problems = isWord ? action(written, '#/drift') : byKind(written, '#/drift');
  if (problems.length > 0) return { drift: before, problems };
  const said = isWord
    ? { changed: written as DriftAction, missing: written as DriftAction }
    : (written as Partial<DriftSettings>);
  return { drift: { ...before, ...said }, problems };
}
