/**
 * Faults put between the page and the service, one operation at a time: answers lost after the service acted, requests that
 * never arrive, answers that say something else. The service behind them is the real one.
 */

const REMOVE = "**/teams/members/remove";
const GET = "**/teams/get";

export function faultsOf(page, world) {
  const json = (route, status, body) =>
    route.fulfill({
      status,
      contentType: "application/json",
      headers: { "Access-Control-Allow-Origin": world.site.origin },
      body: JSON.stringify(body),
    });
  return {
    /** The service removes the member, and its answer does not come back. */
    loseAnswer: () =>
      page.route(REMOVE, async (route) => {
        await route.fetch();
        await route.abort("connectionreset");
      }),
    /** The request is lost on its way. */
    loseRequest: () => page.route(REMOVE, (route) => route.abort("connectionreset")),
    /** 200 and the team as it is: nobody was removed. */
    pretend: (team) => page.route(REMOVE, (route) => json(route, 200, { status: "success", message: "Member removed", team })),
    /** The removal is answered with a failure, and not done. */
    refuse: (status, error) => page.route(REMOVE, (route) => json(route, status, { error })),
    /** Counts the removals that leave the page. */
    countRemovals: () => {
      const sent = [];
      page.on("request", (request) => {
        if (request.method() === "POST" && request.url().endsWith("/teams/members/remove")) sent.push(request.postDataJSON());
      });
      return sent;
    },
    /** From now on the team is read as `change` makes it. */
    teamIs: (change) =>
      page.route(GET, async (route) => {
        const answer = await (await route.fetch()).json();
        await json(route, 200, { ...answer, team: change(answer.team) });
      }),
    noTeam: () => page.route(GET, (route) => json(route, 403, { error: "insufficient scope" })),
    mend: () => page.unrouteAll({ behavior: "wait" }),
  };
}
