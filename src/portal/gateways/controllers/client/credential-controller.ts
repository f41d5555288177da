import type { GatewayAdmission } from '../../contract/gateway.js';
import type { RedirectValues } from '../../makers/maker.js';

/** `refused`: its RADIUS server said no. `unknown`: no such device is with it. */
export type LoginOutcome = 'in' | 'pending' | 'refused' | 'unknown';

/**
 * A controller that is told a name and a one-time password for the guest, and asks its RADIUS server with them: the
 * session, its limits and its end are RADIUS's. Throws ControllerProblem.
 */
export interface CredentialController {
  login(arrival: RedirectValues, admission: Pick<GatewayAdmission, 'username' | 'ticket'>): Promise<LoginOutcome>;
  /** As the controller says now. */
  standing(arrival: RedirectValues): Promise<LoginOutcome>;
  /** Of a device that the redirect names encrypted; null: it is none of the controller's. */
  macOf(encrypted: string): Promise<string | null>;
  /** That it can be reached and takes the words, in words. */
  check(): Promise<string>;
}
