import { ScimProblem } from '../schema/scim-problem.js';

export function scimEtag(version: number): string {
  return `W/"${version}"`;
}

/** @throws ScimProblem 412 when the resource changed since the caller read it */
export function requireVersion(ifMatch: string | undefined, version: number): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const isSeen = ifMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === `"${version}"`);
  if (!isSeen) throw new ScimProblem(412, `The resource is at version ${scimEtag(version)} by now: read it again`);
}
