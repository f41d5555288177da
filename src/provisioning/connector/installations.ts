/** Matches messages with connections by the vendor's name of the customer: an installation, a hotel, an account. */
export interface Installations {
  /** The setting that names it. Required for messages at the common address. */
  readonly setting: string;
  /**
   * The customer that a message names, before anything proves it: it only selects connections, and each of them
   * verifies the message with its own secret.
   */
  named(body: Buffer): string | undefined;
}
