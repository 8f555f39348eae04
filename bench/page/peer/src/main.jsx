// The smallest page that boardgame.io's guide would have: its React client, one game, a board of text and buttons.
import React from 'react';
import { createRoot } from 'react-dom/client';
import { Client } from 'boardgame.io/react';
import { SocketIO } from 'boardgame.io/multiplayer';

const game = {
  name: 'corridor',
  setup: () => ({ counter: 0 }),
  moves: { add: ({ G }, step) => void (G.counter += step) },
  turn: { minMoves: 1, maxMoves: 1 },
};

const Board = ({ G, moves }) => (
  <main>
    <h1>Corridor</h1>
    <p>{G.counter}</p>
    {[1, 2, 3].map((step) => (
      <button key={step} onClick={() => moves.add(step)}>
        {step}
      </button>
    ))}
  </main>
);

const Room = Client({ game, board: Board, multiplayer: SocketIO({ server: location.origin }), debug: false });

function App() {
  const [open, setOpen] = React.useState(false);
  return open ? (
    <Room matchID="1" playerID="0" />
  ) : (
    <main>
      <h1>Games</h1>
      <button onClick={() => setOpen(true)}>Corridor</button>
    </main>
  );
}

createRoot(document.getElementById('root')).render(<App />);
