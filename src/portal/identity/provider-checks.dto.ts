export class ProviderCheckDto {
  /**
   * Of LDAP `name`, `tcp`, `tls`, `bind` and `search_base`, in this order; of SAML `service_provider` and a
   * `certificate` for each; of OpenID Connect `discovery`, `issuer`, `keys` and `client`.
   */
  name: string;
  /** Whether the check went well. */
  ok: boolean;
  /** What was found, or what is wrong. */
  detail: string;
}

export class ProviderTestDto {
  /** Every check is. */
  ok: boolean;
  /** Up to the first that fails. */
  checks: ProviderCheckDto[];
}
