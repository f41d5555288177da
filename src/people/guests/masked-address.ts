/** `eva.novak@example.com` → `e…@example.com`, `+420 777 123 456` → `…456`. */
export function masked(address: string | null): string | null {
  if (address === null) return null;
  const at = address.lastIndexOf('@');
  return at > 0 ? `${Array.from(address)[0]}…${address.slice(at)}` : `…${address.slice(-3)}`;
}
