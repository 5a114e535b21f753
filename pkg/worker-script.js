/** The package's own worker. */

import { serveWorker } from "./worker-thread.js";

serveWorker();
