/** Matches messages with connections by the vendor's name of the customer: an installation, a hotel, an account. */
export interface Installations {
  /** The setting that holds that name. Required for messages at the common address. */
  readonly setting: string;
  /**
   * The customer that an unverified message names. It only selects connections; each of them verifies the message with
   * its own secret.
   */
  named(body: Buffer): string | undefined;
}
