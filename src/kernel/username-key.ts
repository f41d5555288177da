/** Usernames with the same key are the same account: NFC, lower case, trimmed. */
export function usernameKey(username: string): string {
  return username.normalize('NFC').trim().toLowerCase();
}
