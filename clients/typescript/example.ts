import { type Api, ApiProblem, pageOf, usherClient } from './index.js';

/** A user for whoever has none yet; a second call finds the first one's. */
export async function userFor(url: string, key: string, username: string): Promise<Api<'UserDto'>> {
  const usher = usherClient({ url, key });
  try {
    const { data } = await usher.POST('/users', { body: { username } });
    return data as Api<'UserDto'>;
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 409) throw error;
    const query = { filter: JSON.stringify({ username: { eq: username } }) };
    const { data } = await usher.GET('/users', { params: { query } });
    const [found] = data ? pageOf<Api<'UserDto'>>(data).rows : [];
    if (!found) throw error;
    return found;
  }
}
