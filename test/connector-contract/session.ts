import { HttpService } from '@nestjs/axios';
import axios from 'axios';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { AxiosHttpClient } from '../../src/kernel/axios-http-client.js';
import { HttpClient, type OutboundRequest, type OutboundResponse } from '../../src/kernel/http-client.js';
import { Reach } from '../../src/kernel/reach.js';
import type { Connector, ConnectorDefinition, ConnectorSession } from '../../src/provisioning/connector/connector.js';
import { settingsOf } from '../../src/provisioning/connector/setting.js';
import { ManualClock, SeededChance } from '../kernel/manual-clock.js';
import { CapturingLog } from './capturing-log.js';
import type { Outside, SettingValues } from './rig.js';

export interface Opened {
  readonly connector: Connector;
  readonly session: ConnectorSession<object>;
  readonly log: CapturingLog;
}

/** A connection to `outside`, as the engine would open it: real HTTP client, defaults filled in. */
export function open(
  definition: ConnectorDefinition,
  outside: Pick<Outside, 'settings' | 'clock' | 'chance' | 'files' | 'tokens'>,
  onRequest: (request: OutboundRequest) => void = () => undefined,
  onAnswer: (request: OutboundRequest, answer: OutboundResponse) => void = () => undefined,
): Opened {
  const log = new CapturingLog();
  const session: ConnectorSession<object> = {
    connectionId: '0190a0a1-0000-7000-8000-00000000c0de',
    settings: settingsFrom(definition, outside.settings),
    http: new HeardHttpClient(onRequest, onAnswer),
    reach: new Reach({ allowPrivateTargets: true }),
    clock: outside.clock ?? new ManualClock(),
    chance: outside.chance ?? new SeededChance(),
    log,
    files: outside.files,
    tokens: outside.tokens,
  };
  return { connector: definition.connect(session), session, log };
}

/** The real client, and who listens to what it is asked and what it is answered. */
class HeardHttpClient extends HttpClient {
  private readonly client = new AxiosHttpClient(new HttpService(axios.create()), { allowPrivateTargets: true });

  constructor(
    private readonly onRequest: (request: OutboundRequest) => void,
    private readonly onAnswer: (request: OutboundRequest, answer: OutboundResponse) => void,
  ) {
    super();
  }

  async request(request: OutboundRequest): Promise<OutboundResponse> {
    this.onRequest(request);
    const answer = await this.client.request(request);
    this.onAnswer(request, answer);
    return answer;
  }
}

function settingsFrom(definition: ConnectorDefinition, values: SettingValues): object {
  const defaults = [...settingsOf(definition.settings)]
    .filter(([, { default: initial }]) => initial !== undefined)
    .map(([name, { default: initial }]) => [name, initial]);
  return plainToInstance(definition.settings, { ...Object.fromEntries(defaults), ...values });
}

/** Names of the fields that are refused. */
export function refusedFields(definition: ConnectorDefinition, values: SettingValues): string[] {
  return validateSync(settingsFrom(definition, values), { whitelist: true, forbidNonWhitelisted: true }).map(
    ({ property }) => property,
  );
}

/** Secret values among `values`: what must never be seen. */
export function secretsOf(definition: ConnectorDefinition, values: SettingValues): string[] {
  return [...settingsOf(definition.settings)]
    .filter(([name, { secret }]) => secret && typeof values[name] === 'string')
    .map(([name]) => String(values[name]));
}
