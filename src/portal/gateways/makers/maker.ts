import type { SharedWords } from '../../../console/gateways/gateway-secrets.js';
import type { GatewayAdmission, GatewayArrival, ArrivalProblem } from '../contract/gateway.js';

/** The parameters of a redirect, as they came. */
export type RedirectValues = Readonly<Record<string, string>>;

/** What a redirect may say, and which parameters say it: the first that is there counts. */
type Told = 'clientMac' | 'clientAddress' | 'accessPointMac' | 'ssid' | 'nasId' | 'wantedUrl';

/** What a field of the login is filled with: fixed text, what came in a parameter, or our own word. */
export type Filling =
  string | { readonly sent: string } | { readonly own: 'username' | 'ticket' | 'returnUrl' | 'seconds' | 'folded' };

export interface Login {
  /** Parameters that name the host, alone or in a URL. None of them there: the only login host of the gateway. */
  readonly hostIn: readonly string[];
  /** Parameter that names the port, where it stands alone. */
  readonly portIn?: string;
  /** Scheme by port; the first is the usual one. Others need an entry with this port in `login_hosts`. */
  readonly ports: readonly (readonly [port: number, scheme: 'http' | 'https'])[];
  /** Ours; a pattern where the make signs its own path: then path and query are taken from the URL. */
  readonly path: string | RegExp;
  readonly method: 'post' | 'get';
  readonly fields: Readonly<Record<string, Filling>>;
  /** It asks no RADIUS server: whom we send is in. */
  readonly isWithoutRadius?: boolean;
  /** Nothing ends it before its time: for no longer than that, then the guest comes by the portal again. */
  readonly longestSeconds?: number;
}

/** A make of gateway whose login is made by the guest's browser. A row of data with at most one function. */
export interface Maker {
  readonly tells: Partial<Readonly<Record<Told, readonly string[]>>>;
  /** What a parameter says about the guest; text that no pattern knows is `otherwise`. */
  readonly problem?: {
    readonly in: string;
    readonly words: readonly (readonly [RegExp, ArrivalProblem | null])[];
    readonly otherwise: ArrivalProblem | null;
  };
  /** The first whose host is told; the first of all where none is. None at all: a controller lets guests in. */
  readonly logins: readonly Login[];
  /** Of a controller with several sites: the parameter that names one, and the one that is meant where none is set. */
  readonly site?: { readonly in: string; readonly usual?: string };
  /** Other parameters that the controller is told again. */
  readonly toldAgain?: readonly string[];
  /** Parameters that no report shows: with them somebody could be let in. */
  readonly hidden?: readonly string[];
  /** `none`: what the redirect says of the device, nobody checks. */
  readonly proof: GatewayArrival['proof'];
  /** What the password travels as, where it is not sent as it is. Throws `Unfit` where that cannot be made. */
  readonly fold?: (ticket: string, values: RedirectValues, words: SharedWords, admission: GatewayAdmission) => string;
  /** Where one parameter contains the others. Undefined: it does not come from this gateway. */
  readonly unpack?: (
    values: RedirectValues,
    words: SharedWords,
  ) => { values: RedirectValues; proof: GatewayArrival['proof'] } | undefined;
}

/** The redirect lacks what this login needs; `message` is for the operator. */
export class Unfit extends Error {
  override readonly name = 'Unfit';
}
