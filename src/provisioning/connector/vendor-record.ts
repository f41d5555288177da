import { readJson } from '../../kernel/json/read-json.js';

/** JSON of a system that nobody here knows. @throws NotJson */
export function strictJson(body: Buffer): unknown {
  return readJson(body, { deepest: 20, namesOnce: true, reservedNames: 'all' });
}
