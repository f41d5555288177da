const word = String.raw`[^\s@<>(),;:"\\[\].]+`;
const form = new RegExp(String.raw`^(?=.{1,64}@.{1,189}$)${word}(?:\.${word})*@${word}(?:\.${word})*$`);

/**
 * Whether a text is a mailbox address: `eva@example.com`. The mail server judges what a mailbox may look like (letters
 * of any script, hosts without dots); this refuses what would end the address or start another.
 */
export function isMailbox(text: string): boolean {
  return form.test(text);
}
