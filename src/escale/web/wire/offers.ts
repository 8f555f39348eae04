/** Reading the offers of a view. */
import type { Offer, Plain } from './types';

export const offered = (offers: readonly Offer[], action: string): boolean =>
  offers.some((offer) => offer.action === action);

/** What can be chosen for the first input of an action; empty if the action is not offered. */
export function choicesOf(offers: readonly Offer[], action: string): Plain[] {
  const input = offers.find((offer) => offer.action === action)?.inputs[0];
  return input && 'among' in input ? input.among : [];
}

/** How long the text of an action may be; undefined if the action is not offered. */
export function longestText(offers: readonly Offer[], action: string): number | undefined {
  const input = offers.find((offer) => offer.action === action)?.inputs[0];
  return input?.kind === 'Text' ? input.longest : undefined;
}
