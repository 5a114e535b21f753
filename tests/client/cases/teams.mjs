/**
 * Teams: reading one, removing a member, and how the difference is described. Each case removes a member of its own.
 */
import { equal, fails, ok } from "../../harness/check.mjs";

const params = (facts) => ({ platform: facts.platform, org: facts.org, team_id: facts.team.id });
const logins = (team) => team.members.map((member) => member.user_login);

export default [
  {
    name: "a team comes with every field",
    async run({ client, facts }) {
      const team = await client.teams.get(params(facts));
      equal(team, facts.team, "the team");
    },
  },
  {
    name: "a member is removed once, and the diff says so",
    async run({ client, scanfold, facts }) {
      const before = await client.teams.get(params(facts));
      const removal = await client.teams.removeMember({ ...params(facts), user_login: "heron" });
      equal([removal.removed, removal.confirmedBy], [true, "response"], "the removal");
      ok(removal.message.length > 0, "there is a message");
      const after = await client.teams.get(params(facts));
      equal(logins(after), logins(before).filter((login) => login !== "heron"), "the members left");
      equal(logins(removal.team), logins(after), "the team in the answer");
      const diff = scanfold.diffTeams(before, after);
      equal([diff.unchanged, diff.members.removed.map((member) => member.user_login), diff.members.added], [false, ["heron"], []], "the diff");
      ok(scanfold.diffTeams(after, after).unchanged, "a team does not differ from itself");
    },
  },
  {
    name: "an answer that is lost is confirmed by reading the team back",
    async run({ newClient, facts }) {
      let lost = 0;
      const losing = async (...request) => {
        const response = await fetch(...request);
        const url = String(request[0]?.url ?? request[0]);
        if (!url.endsWith("/members/remove")) return response;
        lost += 1;
        await response.arrayBuffer();
        throw new TypeError("the connection was lost");
      };
      const client = await newClient({ fetch: losing });
      const removal = await client.teams.removeMember({ ...params(facts), user_login: "wren" });
      equal([removal.removed, removal.confirmedBy, lost], [true, "readback", 1], "sent once, then read back");
      ok(!logins(removal.team).includes("wren"), "the member is gone");
      client.dispose();
    },
  },
  {
    name: "a removal that never arrived is unconfirmed, not repeated",
    async run({ newClient, scanfold, facts }) {
      let sent = 0;
      const dropping = async (...request) => {
        const url = String(request[0]?.url ?? request[0]);
        if (!url.endsWith("/members/remove")) return fetch(...request);
        sent += 1;
        throw new TypeError("the connection was lost");
      };
      const client = await newClient({ fetch: dropping });
      const removal = client.teams.removeMember({ ...params(facts), user_login: "kestrel@example.com" });
      const error = await fails(scanfold, removal, "unconfirmed");
      equal([error.outcome, sent], ["unknown", 1], "sent once");
      ok(logins(await client.teams.get(params(facts))).includes("kestrel@example.com"), "the member is still there");
      client.dispose();
    },
  },
  {
    name: "removing nobody is a failure of the service's, told as such",
    async run({ client, scanfold, facts }) {
      const removal = client.teams.removeMember({ ...params(facts), user_login: "nobody" });
      const error = await fails(scanfold, removal, "not_found");
      equal([error.status, error.outcome], [404, "rejected"], "the failure");
    },
  },
];
