export { type Api, type ListPage, pageOf, type ResourceName } from '../../../clients/typescript/records';
