// boardgame.io's own server, with its own defaults.
//
//   node --expose-gc server.cjs PORT            matches in memory
//   node --expose-gc server.cjs PORT FOLDER     matches in files (FlatFile)

const { Server, FlatFile, Origins } = require("boardgame.io/server");
const { Corridor } = require("./game.cjs");

const [port, dir] = process.argv.slice(2);
const db = dir === undefined ? undefined : new FlatFile({ dir });

// One match that cannot be read must not end the others: without this, Node stops at the first
// file that a crash left half written.
process.on("unhandledRejection", (problem) => console.error(String(problem)));
process.on("uncaughtException", (problem) => console.error(String(problem)));

// Asked for before memory is read, so that garbage is not counted as memory of a table.
process.on("SIGUSR2", () => {
  global.gc();
  global.gc();
});

Server({ games: [Corridor], origins: [Origins.LOCALHOST], db }).run(Number(port));
