export class GatewayCheckDto {
  /** `portal`, `login_hosts`, `secrets`, `controller`, `radius_clients` or `last_arrival`. */
  name: string;
  /** Whether the check passed. */
  ok: boolean;
  /** What was found. */
  detail: string;
  /** The remedy, if the check failed. */
  remedy: string | null;
}

export class GatewayTestDto {
  /** True if every check passed. */
  ok: boolean;
  /** The single checks, with remedies. */
  checks: GatewayCheckDto[];
}
