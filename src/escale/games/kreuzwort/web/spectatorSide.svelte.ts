/** From which side those who only look on see the board. A replay turns its board and the small plans beside it together. */
import type { Side } from './ground';

export const spectator = $state<{ side: Side | null }>({ side: null });
