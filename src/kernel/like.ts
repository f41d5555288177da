/**
 * SQL's LIKE, ignoring case: `%` any characters, `_` one. By hand, because a regular expression made from a stranger's
 * pattern can run for ever; this one only backtracks to the last `%`.
 */
export function isLike(text: string, pattern: string): boolean {
  const letters = [...text.toLowerCase()];
  const wanted = [...pattern.toLowerCase()];
  let at = 0;
  let next = 0;
  let star = -1;
  let starAt = 0;
  while (at < letters.length) {
    if (wanted[next] === '%') {
      star = next;
      starAt = at;
      next += 1;
    } else if (next < wanted.length && (wanted[next] === '_' || wanted[next] === letters[at])) {
      at += 1;
      next += 1;
    } else if (star >= 0) {
      starAt += 1;
      at = starAt;
      next = star + 1;
    } else return false;
  }
  return wanted.slice(next).every((each) => each === '%');
}
