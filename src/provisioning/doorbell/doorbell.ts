/** The bell of the whole process; the console rings it too. */
export { Doorbell, type Ring } from '../../database/doorbell.js';
