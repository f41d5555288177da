export { keptTotal, type ListedRows, listRows } from '../../http/list/list-rows.js';
