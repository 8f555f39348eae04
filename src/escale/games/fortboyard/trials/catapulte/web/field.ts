/** The field is wider than the flight: room for the catapult, and for the last egg cup. */
export const LEFT = 170;
export const RIGHT = 70;
export const HEIGHT = 560;
