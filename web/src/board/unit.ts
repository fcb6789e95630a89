/** The length of a cell in units of the drawing. */
export const UNIT = 60;
