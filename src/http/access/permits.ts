import type { Actor } from '../../kernel/context.js';

/** Whether an actor holds a permission such as `users:read`; `*` holds every one. */
export function permits({ permissions }: Pick<Actor, 'permissions'>, permission: string): boolean {
  return permissions.includes('*') || permissions.includes(permission);
}
