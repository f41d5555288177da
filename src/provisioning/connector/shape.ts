/** The rules that check access settings, for connectors whose settings are objects. */
export { fine, integer, listOf, members, oneOf, orNull, type Rule, text, wrong } from '../access/shape.js';
