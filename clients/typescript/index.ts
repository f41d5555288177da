export { usherClient, type UsherSettings } from './client.js';
export { ApiProblem, type ProblemDocument } from './problem.js';
export { type Api, type ListPage, pageOf, type ResourceName } from './records.js';
export type { components, paths } from './schema.js';
