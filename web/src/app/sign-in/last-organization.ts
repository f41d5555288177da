const storedUnder = 'usher.organization';

/** Where somebody signed in last in this browser: its providers are offered before anybody says who she is. */
export function lastOrganization(): string | null {
  return localStorage.getItem(storedUnder);
}

export function rememberOrganization(id: string): void {
  localStorage.setItem(storedUnder, id);
}
