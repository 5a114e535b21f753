/**
 * What a person does on the page, step by step, and what they wait for before the next one.
 */
import { readFile } from "node:fs/promises";

import { answerWith, HISTORY, json } from "./answers.mjs";
import { drawn } from "./shown.mjs";

/** Resolves once the table shows rows. */
export const ready = (page) => page.locator("[role=grid] .row[data-index]").first().waitFor();

/** Resolves once the members of the team are listed. */
export const membersReady = (page) => page.locator(".members tbody tr").first().waitFor();

/** Opens a view with a table, and waits for its rows. */
export async function openTable(world, query, options) {
  const page = await world.open(query, options);
  await ready(page);
  return page;
}

/** Opens the history view on these scans, whatever the service has, and waits for its rows. */
export async function openHistory(world, scans, query = "", options) {
  const page = await world.newPage(options);
  await answerWith(page, HISTORY, json({ scans }));
  await world.show(page, `?view=history${query}`);
  await ready(page);
  return page;
}

/** Opens the scan that has no findings, from where another one can be chosen. */
export async function openCleanScan(world, options) {
  const page = await world.open("?scan=scan-clean", options);
  await page.locator(".clean").waitFor();
  return page;
}

export async function openTeam(world, id) {
  const page = await world.open(`?view=team&team=${id}`);
  await membersReady(page);
  return page;
}

export const chooseScan = (page, id) => page.locator(".open-scan select").selectOption(id);

/** Goes to another view by its link in the bar. */
export const goTo = (page, view) => page.getByRole("link", { name: view, exact: true }).click();

/** The row of a table at a place, counted from 0. */
export const rowAt = (page, index) => page.locator(`.row[data-index='${index}']`);

export const openSettings = (page) => page.locator(".bar summary").click();

export const openConnection = (page) => page.locator(".connection button").click();

/** Fills fields of the connection's open dialog, and connects. */
export async function connect(page, fields = {}) {
  const dialog = page.locator("dialog[open]");
  for (const [name, text] of Object.entries(fields)) await dialog.locator(`input[name=${name}]`).fill(text);
  await dialog.getByRole("button", { name: "Connect" }).click();
}

/** Asks to remove a member; resolves with the dialog that asks back. */
export async function askToRemove(page, login) {
  await page.getByRole("button", { name: `Remove ${login} from the team`, exact: true }).click();
  const dialog = page.locator("dialog[open]");
  await dialog.waitFor();
  return dialog;
}

/** Says yes in the dialog that asks back. */
export const confirmRemoval = (page) => page.locator("dialog[open]").getByRole("button", { name: "Remove" }).click();

export async function remove(page, login) {
  await askToRemove(page, login);
  await confirmRemoval(page);
}

/** Somebody of a team who leads nothing, so that their removal asks for no more than a yes. */
export const plainMember = ({ members, team_leads }) =>
  members.find(({ role, user_login }) => role === "member" && !team_leads.includes(user_login));

/** Unfolds the field for a list of logins, if it is folded. */
export async function openRoster(page) {
  const field = page.locator("textarea[name=roster]");
  if (!(await field.isVisible())) await page.locator(".roster summary").click();
  await field.waitFor();
}

/** Compares the team with a list of logins. */
export async function compareRoster(page, text) {
  await openRoster(page);
  await page.locator("textarea[name=roster]").fill(text);
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await page.locator("#roster-result").waitFor();
}

/** Saves a file by the menu above the table; resolves with its name and its text. */
export async function save(page, format) {
  await page.locator("main .menu summary").click();
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: format, exact: true }).click()]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
}

/** Moves a page's clock on in steps, as on a device that is awake, until the page no longer waits for a scan; fails if it always does. */
export async function outlast(page) {
  const given = page.getByRole("heading", { name: "No longer waiting for this scan" });
  for (let minutes = 0; minutes < 60 && (await given.count()) === 0; minutes += 0.5) {
    await page.clock.fastForward(30_000);
    await drawn(page);
  }
  await given.waitFor();
}

/** Whether the page draws while the menu above the table works: more than the two or three frames before it begins. */
export const drawsWhileBusy = (page) =>
  page.evaluate(async () => {
    const menu = document.querySelector("main .menu");
    const frame = () => new Promise(requestAnimationFrame);
    while (menu.ariaBusy !== "true") await frame();
    let count = 0;
    for (; menu.ariaBusy === "true"; count += 1) await frame();
    return count > 4;
  });
