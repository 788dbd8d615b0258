// Plays games in Python for browsers, and prints a line for each: node records.mjs RUNTIME PARTS GAME BOT SEEDS
import { readFileSync } from "node:fs";

const [runtime, parts, game, bot, seeds] = process.argv.slice(2);
const { loadPyodide } = await import(`${runtime}/pyodide.mjs`);
const python = await loadPyodide({ indexURL: `${runtime}/`, stdout: (line) => console.log(line) });
for (const name of ["program", "game"]) {
  python.unpackArchive(new Uint8Array(readFileSync(`${parts}/${name}`)), "zip", { extractDir: `/${name}` });
}
python.FS.writeFile("/program/played_games.py", readFileSync(new URL("played_games.py", import.meta.url)));
python.runPython(`
import sys
sys.path.insert(0, "/program")
from pathlib import Path
from played_games import records
for line in records(Path("/game"), "${game}", "${bot}", ${seeds}):
    print(line)
`);
