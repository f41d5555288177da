import { profileNamed } from './profile.js';
import { RemoteApi } from './remote-api.js';

/** What every command that asks a service takes. */
export interface RemoteOptions {
  readonly profile?: string;
  readonly organization?: string;
  readonly json?: boolean;
}

export function apiOf({ profile, organization }: RemoteOptions): RemoteApi {
  return new RemoteApi(profileNamed(profile), organization);
}
