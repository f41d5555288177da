/** Origins of web pages, separated by commas, exactly as browsers send them; or `*` alone. */
export function origins(text: string): string[] {
  const given = text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  if (given.length === 1 && given[0] === '*') return given;
  const wrong = given.find((each) => !isOrigin(each));
  if (wrong !== undefined)
    throw new Error(
      `must be origins such as https://desk.example.com, separated by commas, or * alone, not "${wrong}"`,
    );
  return [...new Set(given)];
}

/** Scheme, host in lower case and a port that is not the usual one: without path, and without a slash at its end. */
function isOrigin(text: string): boolean {
  return /^https?:[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
