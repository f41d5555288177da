export { ApiProblem, type ProblemDocument, problemOf, unreachable } from '../../../clients/typescript/problem';
