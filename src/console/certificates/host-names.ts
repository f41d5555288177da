import { type Reader, readMatching, Wrong } from '../../http/body/readers.js';

export const hostNameForm = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;
export const mostHostNames = 20;

const readName = readMatching(hostNameForm, 'must be host names in lower case, such as radius.example.com');

/** Names such as `radius.example.com`, in lower case, each once. */
export function hostNames(least: number): Reader {
  return (value) => {
    if (!Array.isArray(value)) return new Wrong('must be a list');
    if (value.length < least || value.length > mostHostNames)
      return new Wrong(`must be a list of ${least} to ${mostHostNames} names`);
    if (new Set(value).size < value.length) return new Wrong('must name each one once');
    return value.map(readName).find((name) => name instanceof Wrong) ?? value;
  };
}
