import { readListOf, readOneOf, readText, type Reader, wholeNumber, Wrong } from '../../http/body/readers.js';

/** How a gateway of an unknown make hands guests over and takes their login; names as in the API. */
export interface HandOverSettings {
  /** Parameter of the redirect that names the device. */
  readonly mac_in: string;
  /** Parameter that names the login's host; absent: the gateway's only login host. */
  readonly address_in?: string;
  /** Parameter with the reason of a refusal; if it is present, the sign-in was refused. */
  readonly error_in?: string;
  readonly scheme?: 'https' | 'http';
  readonly port?: number;
  readonly path: string;
  readonly method?: 'post' | 'get';
  readonly username_field: string;
  readonly password_field: string;
  /** Field for the page to which the browser is sent after the login. */
  readonly return_field?: string;
  /** Parameters that the login needs back unchanged. */
  readonly sent_back?: readonly string[];
  /** Fields with fixed values. */
  readonly fixed?: Readonly<Record<string, string>>;
}

const mostNames = 20;
const fixedText = readText(500);
/**
 * Name of a parameter or field. Property names of every object are refused: it is looked up in the redirect's query.
 */
function name(value: unknown): unknown {
  return typeof value === 'string' && /^[\w.:-]{1,64}$/.test(value) && !(value in {})
    ? value
    : new Wrong('must be a name of at most 64 letters, digits and . : - _');
}

function path(value: unknown): unknown {
  return typeof value === 'string' && value.length <= 500 && /^\/(?!\/)[!-~]*$/.test(value) && !/[?#\\]/.test(value)
    ? value
    : new Wrong('must be a path that begins with one /, without ? and #');
}

function fixed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || Object.keys(value).length > mostNames)
    return new Wrong(`must be an object of at most ${mostNames} fields`);
  for (const [field, text] of Object.entries(value)) {
    const wrong = [name(field), fixedText(text)].find((each) => each instanceof Wrong);
    if (wrong instanceof Wrong) return new Wrong(wrong.detail, `/${field.slice(0, 64)}`);
  }
  return value;
}

const readers = {
  mac_in: name,
  address_in: name,
  error_in: name,
  scheme: readOneOf(['https', 'http']),
  port: wholeNumber(1, 65_535),
  path,
  method: readOneOf(['post', 'get']),
  username_field: name,
  password_field: name,
  return_field: name,
  sent_back: readListOf(name, 0, mostNames),
  fixed,
} satisfies Record<keyof HandOverSettings, Reader>;

const required = ['mac_in', 'path', 'username_field', 'password_field'] as const;

/** Members that are null count as absent. No field has two meanings. */
export function readHandOver(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return new Wrong('must be an object');
  const settings: Record<string, unknown> = {};
  const wrong: Wrong[] = [];
  for (const [setting, said] of Object.entries(value)) {
    const pointer = `/${setting.slice(0, 64)}`;
    if (!Object.hasOwn(readers, setting)) {
      wrong.push(new Wrong(`has no such setting. Known are: ${Object.keys(readers).join(', ')}`, pointer));
      continue;
    }
    if (said === null) continue;
    const read: unknown = (readers[setting as keyof HandOverSettings] as Reader)(said);
    if (read instanceof Wrong) wrong.push(new Wrong(read.detail, `${pointer}${read.at}`));
    else settings[setting] = read;
  }
  for (const setting of required)
    if (settings[setting] === undefined && wrong.length === 0) wrong.push(new Wrong('is required', `/${setting}`));
  return Wrong.all(wrong) ?? twice(settings as unknown as HandOverSettings) ?? settings;
}

function twice({ username_field, password_field, return_field, sent_back = [], fixed: same = {} }: HandOverSettings) {
  const fields = [username_field, password_field, return_field, ...sent_back, ...Object.keys(same)];
  const again = fields.find((field, at) => field !== undefined && fields.indexOf(field) !== at);
  return again === undefined ? undefined : new Wrong(`names the field ${again} twice`);
}
