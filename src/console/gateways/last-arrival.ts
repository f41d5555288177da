/** The gateway's last redirect of a guest, without credentials. */
export interface LastArrival {
  readonly vendor: string;
  readonly proof: string;
  readonly problem: string | null;
  readonly parameters: Readonly<Record<string, string>>;
}
