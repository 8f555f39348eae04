/** Data as JSON carries it. */
export type Plain = null | boolean | number | string | Plain[] | { [key: string]: Plain };
