import { Problem } from '../../../kernel/errors.js';
import type { OfferedFile } from '../../connector/files.js';

/** What a request says about the file in its body. @throws Problem malformed */
export function offeredFile(query: Readonly<Record<string, unknown>>, body: Buffer = Buffer.alloc(0)): OfferedFile {
  if (body.length === 0) throw new Problem('malformed', 'The body is empty: it is to be the file');
  const unknown = Object.keys(query).find((name) => !['name', 'rows', 'sha256'].includes(name));
  if (unknown !== undefined) throw new Problem('malformed', 'There are the query parameters name, rows and sha256');
  const name = text(query, 'name', /^[^/\\\p{Cc}]{1,200}$/u, 'must be a file name without folders') ?? 'upload.csv';
  const rows = text(query, 'rows', /^\d{1,9}$/, 'must be a whole number');
  const digest = text(query, 'sha256', /^[0-9a-fA-F]{64}$/, 'must be a SHA-256 in hexadecimal');
  return {
    name,
    origin: 'upload',
    modifiedAt: null,
    declared: { ...(rows === undefined ? {} : { rows: Number(rows) }), ...(digest === undefined ? {} : { digest }) },
    content: (async function* pieces() {
      yield body;
    })(),
  };
}

function text(query: Readonly<Record<string, unknown>>, name: string, form: RegExp, rule: string): string | undefined {
  const value = query[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || !form.test(value)) throw new Problem('malformed', `${name}: ${rule}`);
  return value;
}
