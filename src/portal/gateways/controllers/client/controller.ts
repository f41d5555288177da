import type { RedirectValues } from '../../makers/maker.js';

/** A guest's device, as a controller is told of it. */
export interface ControlledDevice {
  /** Colons, lower case. */
  readonly mac: string;
  /** What the redirect said. */
  readonly arrival: RedirectValues;
}

/** What a device is let in with. Speeds in kilobits per second, as its guest counts them; null: no limit. */
export interface AdmissionTerms {
  readonly minutes: number;
  readonly downKilobits: number | null;
  readonly upKilobits: number | null;
}

/**
 * What lets guests in at the controller of a maker. Each call may be made again: a device that is in stays in. Throws
 * ControllerProblem.
 */
export interface WifiController {
  /** Nothing of earlier terms is left. False: the controller does not know the device, or not yet. */
  admit(device: ControlledDevice, terms: AdmissionTerms): Promise<boolean>;
  /** As the controller says now, not as it was told. */
  isAdmitted(device: ControlledDevice): Promise<boolean>;
  /** True once it is read back that the device is out. */
  end(device: ControlledDevice): Promise<boolean>;
  /** That it can be reached, takes the credentials, has what the settings name, and takes which speeds: in words. */
  check(): Promise<string>;
}

/**
 * unreachable: no answer. rate_limited: it wants to be left alone. credentials_refused, settings_invalid: a person has
 * to mend the record. upstream_broken: its answer makes no sense.
 */
export type ControllerTrouble =
  'unreachable' | 'rate_limited' | 'credentials_refused' | 'settings_invalid' | 'upstream_broken';

/** `message` is for the operator. */
export class ControllerProblem extends Error {
  override readonly name = 'ControllerProblem';

  constructor(
    readonly code: ControllerTrouble,
    message: string,
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
  }

  /** Nothing that a person would have to mend: a moment later it may work. */
  get isPassing(): boolean {
    return this.code === 'unreachable' || this.code === 'rate_limited' || this.code === 'upstream_broken';
  }
}
