/** The key of a claimed row; the rest is read in a second statement. */
export interface ClaimedKey {
  readonly organizationId: string;
  readonly id: string;
}

/** Reads claimed rows, with one statement per organization. */
export async function eachOrganization<Row>(
  claimed: readonly ClaimedKey[],
  read: (organizationId: string, ids: readonly string[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const organizationId of new Set(claimed.map((each) => each.organizationId))) {
    const own = claimed.filter((each) => each.organizationId === organizationId);
    rows.push(
      ...(await read(
        organizationId,
        own.map(({ id }) => id),
      )),
    );
  }
  return rows;
}
