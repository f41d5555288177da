import type { GatewayAdmission } from '../../contract/gateway.js';
import type { RedirectValues } from '../../makers/maker.js';
import { ControllerProblem } from '../client/controller.js';
import type { ControllerTransport } from '../client/controller-transport.js';
import type { CredentialController, LoginOutcome } from '../client/credential-controller.js';
import { type SmartZoneAnswer, smartZoneCodes as codes, type SmartZoneRequest } from './smartzone.wire.js';

/** Ruckus SmartZone 3.4 and later, hardware or virtual, by the password of its northbound interface. */
export class SmartZone implements CredentialController {
  constructor(
    private readonly transport: ControllerTransport,
    private readonly words: { readonly username?: string; readonly password: string },
  ) {}

  async login(
    arrival: RedirectValues,
    { username, ticket }: Pick<GatewayAdmission, 'username' | 'ticket'>,
  ): Promise<LoginOutcome> {
    const credential = { 'UE-Proxy': '0', 'UE-Username': username, 'UE-Password': ticket } as const;
    const answer = await this.ask('UserOnlineControl', 'Login', { ...deviceOf(arrival), ...credential });
    return outcomeOf(answer);
  }

  async standing(arrival: RedirectValues): Promise<LoginOutcome> {
    return outcomeOf(await this.ask('UserOnlineControl', 'Status', deviceOf(arrival)));
  }

  async macOf(encrypted: string): Promise<string | null> {
    const answer = await this.ask('GetConfig', 'Decrypt', { Data: encrypted });
    return Number(answer.ResponseCode) === codes.success ? (answer.Data ?? null) : null;
  }

  /** Every query needs a device: it asks about one that does not exist, and expects "not found". */
  async check(): Promise<string> {
    const answer = await this.ask('UserOnlineControl', 'Status', { 'UE-MAC': '02:00:00:00:00:00', 'UE-IP': '0.0.0.0' });
    outcomeOf(answer);
    return 'its northbound interface takes the password';
  }

  private async ask(
    category: SmartZoneRequest['RequestCategory'],
    type: SmartZoneRequest['RequestType'],
    about: Partial<SmartZoneRequest>,
  ): Promise<SmartZoneAnswer> {
    const { username, password } = this.words;
    const body: SmartZoneRequest = {
      Vendor: 'ruckus',
      ...(username ? { RequestUserName: username } : {}),
      RequestPassword: password,
      APIVersion: '1.0',
      RequestCategory: category,
      RequestType: type,
      ...about,
    };
    const { status, json } = await this.transport.send({ method: 'POST', path: '/portalintf', body });
    if (typeof json !== 'object' || json === null)
      throw new ControllerProblem('settings_invalid', `there is no portal interface of a SmartZone there (${status})`);
    const answer = json as SmartZoneAnswer;
    if (Number(answer.ResponseCode) === codes.wrongRequestPassword)
      throw new ControllerProblem('credentials_refused', 'the northbound interface refuses the password (306)');
    return answer;
  }
}

function deviceOf({ client_mac: mac, uip }: RedirectValues): Pick<SmartZoneRequest, 'UE-MAC' | 'UE-IP'> {
  return { 'UE-MAC': mac ?? '', ...(uip === undefined ? {} : { 'UE-IP': uip }) };
}

function outcomeOf({ ResponseCode: said, ReplyMessage: message = '' }: SmartZoneAnswer): LoginOutcome {
  switch (Number(said)) {
    case codes.authorized:
    case codes.loginSucceeded:
      return 'in';
    case codes.unauthorized:
    case codes.pending:
      return 'pending';
    case codes.loginFailed:
      return 'refused';
    case codes.notFound:
      return 'unknown';
    case codes.radiusServerError:
      throw new ControllerProblem('upstream_broken', `the controller gets no answer by RADIUS (401) ${message}`.trim());
    default:
      throw new ControllerProblem('upstream_broken', `the controller answers ${said} ${message}`.trim());
  }
}
