/** One step of a test of a provider. */
export interface ProviderCheck {
  readonly name:
    | 'type'
    | 'name'
    | 'tcp'
    | 'tls'
    | 'bind'
    | 'search_base'
    | 'discovery'
    | 'issuer'
    | 'keys'
    | 'client'
    | 'service_provider'
    | 'certificate';
  readonly ok: boolean;
  /** What was found, or what is wrong. */
  readonly detail: string;
}
