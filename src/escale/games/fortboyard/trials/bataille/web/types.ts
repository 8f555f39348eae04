export type { Bataille } from '../../../web/generated';

export const FIGURES = ['well', 'leaf', 'scissors'] as const;
export type Figure = (typeof FIGURES)[number];
