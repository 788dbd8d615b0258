// Compiles Python modules as the runtime would, in Node: node play_compile.js RUNTIME FOLDER
// The folder holds archives of the program and of Python's library, which are rewritten.
"use strict";

const { readFileSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const { pathToFileURL } = require("node:url");

const [runtime, folder] = process.argv.slice(2);
const PLACES = { program: "/program", "python_stdlib.zip": "/lib/python314.zip" };
const LOCK = { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2", version: "314.0.7" };
const WITHOUT_COLUMNS = { PYTHONNODEBUGRANGES: "1" }; // lines are enough to find a mistake
const COMPILING = `
import ast, io, marshal, pkgutil, sys, zipfile
from importlib import import_module
from importlib.util import MAGIC_NUMBER

UNCHECKED = b"\\1\\0\\0\\0" + bytes(8)

def load(place):
    "Load what a table needs, whichever game it is for."
    sys.path.insert(0, place)
    from proofdeck.front.table.desk import FRAME
    from proofdeck.front.table.writing import pages_in
    from proofdeck.play import games
    for game in pkgutil.iter_modules(games.__path__):
        import_module(f"{games.__name__}.{game.name}")
    import platformdirs.unix, yaml
    pages_in(FRAME, str.format).get_template("play_begin.html")

def compiled(archive, place):
    "The archive with every module that is loaded compiled. Engines keep their lines, of which messages speak."
    loaded = {getattr(module, "__file__", None) for module in sys.modules.values()}
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as given, zipfile.ZipFile(made, "w") as taken:
        for info in given.infolist():
            data, path = given.read(info), f"{place}/{info.filename}"
            if path in loaded and path.endswith(".py") and "/play/games/" not in path:
                info = zipfile.ZipInfo(f"{info.filename}c", info.date_time)
                data = MAGIC_NUMBER + UNCHECKED + marshal.dumps(compile(plain(data), path, "exec", dont_inherit=True))
            taken.writestr(info, data)
    return made.getvalue()

def plain(source):
    "The module without docstrings; those of classes stay, or Python would write some."
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.AsyncFunctionDef) and ast.get_docstring(node, False):
            node.body[:1] = [] if node.body[1:] else [ast.copy_location(ast.Pass(), node.body[0])]
    return tree
`;

(async () => {
  const { loadPyodide } = await import(pathToFileURL(join(runtime, "pyodide.mjs")));
  const lockFileContents = { info: LOCK, packages: {} };
  const python = await loadPyodide({ indexURL: join(runtime, "/"), lockFileContents, env: WITHOUT_COLUMNS });
  const held = (name) => new Uint8Array(readFileSync(join(folder, name)));
  python.unpackArchive(held("program"), "zip", { extractDir: PLACES.program });
  python.runPython(COMPILING);
  python.globals.get("load")(PLACES.program);
  for (const [name, place] of Object.entries(PLACES)) {
    const made = python.globals.get("compiled")(python.toPy(held(name)), place).toJs();
    writeFileSync(join(folder, name), made);
  }
})();
