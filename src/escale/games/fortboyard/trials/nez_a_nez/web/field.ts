/** On both sides of the corridor, in its own measure: room for a nose. */
export const MARGIN = 120;
