/**
 * What a person does on the page, and what they wait for, step by step.
 */

/** Resolves once the table shows rows. */
export const ready = (page) => page.locator("[role=grid] .row[data-index]").first().waitFor();
