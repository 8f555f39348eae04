// Corridor, as in ../game/corridor/rules.py: two players add 1, 2 or 3 in turn; whoever reaches
// the goal exactly wins.

const { INVALID_MOVE } = require("boardgame.io/core");

const REMEMBERED = 5;

exports.Corridor = {
  name: "corridor",
  minPlayers: 2,
  maxPlayers: 2,
  setup: (_, { goal }) => ({ goal, counter: 0, last: [] }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    add: ({ G }, step) => {
      if (![1, 2, 3].includes(step) || G.counter + step > G.goal) return INVALID_MOVE;
      G.counter += step;
      G.last = [...G.last, step].slice(-REMEMBERED);
    },
  },
  endIf: ({ G, ctx }) => (G.counter === G.goal ? { winner: ctx.currentPlayer } : undefined),
};
