/** Ports of this machine on which nothing listens. */
import { createServer } from "node:net";

/** One that was free a moment ago. */
export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** An address whose connections are refused. A fixed one will not do: `fetch` asks nobody on ports such as 9. */
export const closedAddress = async () => `http://127.0.0.1:${await freePort()}`;
