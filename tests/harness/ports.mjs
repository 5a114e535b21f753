/** Ports of this machine on which nothing listens. */
import { createServer } from "node:net";

/** Below the ports that systems give to whoever asks for any, so that no server of another test gets one meanwhile. */
const FIRST = 20_000;
const PORTS = 10_000;

/** One that was free a moment ago. */
export async function freePort() {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * PORTS);
    const server = createServer();
    const isFree = await new Promise((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(port, "127.0.0.1", () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}

/** An address whose connections are refused. A fixed one will not do: `fetch` asks nobody on ports such as 9. */
export const closedAddress = async () => `http://127.0.0.1:${await freePort()}`;
