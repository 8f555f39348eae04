/** The phase that a match is in: the last of its stack. */
export const currentPhase = <P>(seen: { phases: readonly P[] }): P => seen.phases[seen.phases.length - 1]!;
