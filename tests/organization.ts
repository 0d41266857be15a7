import { command } from "./server";

/** An organization that no other test uses, so that tests do not share a rate limit. */
export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly key: string;
}

/** Creates an organization in a database: that of the shared server by default. */
export async function createOrganization(
  name: string,
  credits: number,
  database = process.env.ANSWERDECK_DATABASE ?? "",
): Promise<Organization> {
  const [id = ""] = await command(database, "organization", "create", "--name", name);
  const [[key = ""]] = await Promise.all([
    command(database, "key", "create", "--organization", id),
    credits > 0 && command(database, "credits", "add", "--organization", id, String(credits)),
  ]);
  return { id, name, key };
}
