/** A client in the worker: requests, bodies and retries go on there; tokens are asked for on the page. */

import { ABOUT, unsent } from "../about.js";
import { DISPOSE } from "../dispose.js";
import { failure } from "../error.js";
import { RemoteObject } from "./remote-object.js";
import { WorkerScan } from "./scan.js";

export class WorkerClient {
  #remote;

  constructor(line, { id }) {
    this.#remote = new RemoteObject(line, id, disposedBefore).heldBy(this);
    const call = (method, about, first, options) => this.#remote.call(method, [first], { options, about });
    const open = async (method, about, params, options) => {
      return new WorkerScan(line, await this.#remote.call(method, [params], { options, about }));
    };
    this.containerScans = Object.freeze({
      get: (params, options) => call("containerScans.get", ABOUT.openScan, params, options),
      open: (params, options) => open("containerScans.open", ABOUT.openScan, params, options),
      waitFor: (params, options) => open("containerScans.waitFor", ABOUT.waitForScan, params, options),
    });
    this.agentScans = Object.freeze({
      history: (params, options) => call("agentScans.history", ABOUT.getHistory, params, options),
    });
    this.teams = Object.freeze({
      get: (params, options) => call("teams.get", ABOUT.getTeam, params, options),
      removeMember: (params, options) => call("teams.removeMember", ABOUT.removeMember, params, options),
    });
    // Like the others, these can be taken from their client.
    this.request = (path, options) => call("request", ABOUT.request, path, options);
    this.dispose = () => {
      line.overrule(id, disposedDuring);
      this.#remote.dispose();
    };
    Object.freeze(this);
  }

  [DISPOSE]() {
    this.dispose();
  }
}

/** Outside of the class: a closure that is made inside it would keep the client alive. */
const disposedBefore = (about) => failure("disposed", unsent(about));
const disposedDuring = (about) => failure("disposed", about);
