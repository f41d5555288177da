import type { GatewayAdmission } from '../../contract/gateway.js';
import type { RedirectValues } from '../../makers/maker.js';

/** `refused`: its RADIUS server rejected it. `unknown`: it has no such device. */
export type LoginOutcome = 'in' | 'pending' | 'refused' | 'unknown';

/**
 * A controller that is given a name and a one-time password for the guest, with which it asks its RADIUS server. RADIUS
 * decides the session, its limits and its end. Throws ControllerProblem.
 */
export interface CredentialController {
  login(arrival: RedirectValues, admission: Pick<GatewayAdmission, 'username' | 'ticket'>): Promise<LoginOutcome>;
  /** The controller's present state. */
  standing(arrival: RedirectValues): Promise<LoginOutcome>;
  /** Decrypts a device's address from the redirect; null: not one of the controller's. */
  macOf(encrypted: string): Promise<string | null>;
  /** Describes that it can be reached and accepts the credentials. */
  check(): Promise<string>;
}
