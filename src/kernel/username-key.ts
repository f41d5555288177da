/** Two usernames with the same key are one account: NFC, lower case, no surrounding blanks. */
export function usernameKey(username: string): string {
  return username.normalize('NFC').trim().toLowerCase();
}
