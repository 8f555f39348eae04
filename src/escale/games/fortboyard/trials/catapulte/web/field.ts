/** The field is wider than the flight: room for the catapult, and for the last egg cup. */
export const LEFT = 170;
export const RIGHT = 70;
export const HEIGHT = 560;
/** On a phone that is held upright the die flies as much higher as there is room. */
export const UPRIGHT = 2080;
export const HIGHER = 3.4;
