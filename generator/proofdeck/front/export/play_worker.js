// Runs Python, whose runtime is above, and in it the table. The page sends the parts, and then forms; each form is answered with the page as it is.
"use strict";

let desk;

async function start({ parts, faces, kept }) {
  const kinds = { "pyodide.asm.wasm": "application/wasm", "python_stdlib.zip": "application/zip" };
  // Whatever the runtime asks for is here; nothing is fetched.
  self.fetch = async (asked) => {
    const name = String(asked.url ?? asked).split("/").pop().split("?")[0];
    if (name === "pyodide-lock.json") return new Response(JSON.stringify({ info: LOCK, packages: {} }));
    return new Response(parts[name], { headers: { "content-type": kinds[name] ?? "text/javascript" } });
  };
  self.postMessage({ step: "starting" });
  const python = await loadPyodide({ indexURL: "https://localhost/", createPyodideModule, stdout: () => {}, stderr: () => {} });
  self.postMessage({ step: "setting" });
  python.unpackArchive(parts.program, "zip", { extractDir: "/program" });
  python.unpackArchive(parts.game, "zip", { extractDir: "/game" });
  const make = python.runPython(`
import sys
sys.path.insert(0, "/program")
from pathlib import Path
from proofdeck.front.table.desk import Desk
lambda pictures: Desk(Path("/game"), pictures.to_py())
`);
  desk = make(faces);
  for (const [name, record] of Object.entries(kept)) desk.keep(name, record);
}

const LOCK = { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2", version: "314.0.7" };

self.onmessage = async ({ data }) => {
  try {
    if (data.parts) {
      await start(data);
      self.postMessage({ number: data.number });
      desk.warm_up(); // while people read the cover
      return;
    }
    const page = data.load ? desk.load(data.load.name, data.load.text) : data.view ? desk.page(data.view) : desk.answer(data.sent);
    const records = desk.records().toJs({ dict_converter: Object.fromEntries });
    self.postMessage({ number: data.number, page, records });
  } catch (error) {
    self.postMessage({ number: data.number, failed: String(error.message ?? error) });
  }
};
