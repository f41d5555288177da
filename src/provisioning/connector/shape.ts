/** The rules that access settings are checked by, for settings of connectors that are objects. */
export { fine, integer, listOf, members, oneOf, type Rule, text, wrong } from '../access/shape.js';
