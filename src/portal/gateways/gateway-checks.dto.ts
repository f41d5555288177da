export class GatewayCheckDto {
  /** `portal`, `login_hosts`, `secrets`, `controller`, `radius_clients` or `last_arrival`. */
  name: string;
  /** Whether the check went well. */
  ok: boolean;
  /** What was found. */
  detail: string;
  /** What to do about it, if the check failed. */
  remedy: string | null;
}

export class GatewayTestDto {
  /** True if every check went well. */
  ok: boolean;
  /** Each thing that was looked at, and what would help. */
  checks: GatewayCheckDto[];
}
