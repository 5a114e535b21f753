/**
 * The widths of windows in which what is on the page has room: usual ones, and those on both sides of where the layout changes.
 */
export const WIDTHS = [1920, 1440, 1280, 1181, 1180, 1024, 1000, 901, 768, 720, 701, 700, 480, 390, 320];
