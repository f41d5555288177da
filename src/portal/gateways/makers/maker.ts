import type { SharedWords } from '../../../console/gateways/gateway-secrets.js';
import type { GatewayAdmission, GatewayArrival, ArrivalProblem } from '../contract/gateway.js';

/** Parameters of a redirect, as they came. */
export type RedirectValues = Readonly<Record<string, string>>;

/** What a redirect may say, and by which parameters; the first one present counts. */
type Told = 'clientMac' | 'clientAddress' | 'accessPointMac' | 'ssid' | 'nasId' | 'wantedUrl';

/** Content of a login field: fixed text, the value of a parameter, or our own. */
export type Filling =
  string | { readonly sent: string } | { readonly own: 'username' | 'ticket' | 'returnUrl' | 'seconds' | 'folded' };

export interface Login {
  /** Parameters that name the host, alone or in a URL. If none is present: the gateway's only login host. */
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

/** A make of gateway where the guest's browser makes the login. A row of data with at most one function. */
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
  /** Parameters that reports leave out, because somebody could be let in with them. */
  readonly hidden?: readonly string[];
  /** `none`: nobody checks what the redirect says of the device. */
  readonly proof: GatewayArrival['proof'];
  /** How the password is encoded, if it is not sent as it is. Throws `Unfit` if that is impossible. */
  readonly fold?: (ticket: string, values: RedirectValues, words: SharedWords, admission: GatewayAdmission) => string;
  /** Where one parameter contains the others. Undefined: it does not come from this gateway. */
  readonly unpack?: (
    values: RedirectValues,
    words: SharedWords,
  ) => { values: RedirectValues; proof: GatewayArrival['proof'] } | undefined;
}

/** The redirect lacks something that this login needs; `message` is for the operator. */
export class Unfit extends Error {
  override readonly name = 'Unfit';
}
