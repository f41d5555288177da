const word = String.raw`[^\s@<>(),;:"\\[\].]+`;
const form = new RegExp(String.raw`^(?=.{1,64}@.{1,189}$)${word}(?:\.${word})*@${word}(?:\.${word})*$`);

/**
 * Whether a text is the address of a mailbox: `eva@example.com`. What a mailbox can look like is the mail server's
 * business (letters of every script, hosts without dots); what would end the address, or begin another, is ours.
 */
export function isMailbox(text: string): boolean {
  return form.test(text);
}
